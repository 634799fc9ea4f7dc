"""Which runs a filter and a search let through: by setups first, by single runs where it must be."""
