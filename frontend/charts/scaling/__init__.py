"""The charts of a scaling: `curves` puts them together of `points`, `lines` and a `frame`."""
