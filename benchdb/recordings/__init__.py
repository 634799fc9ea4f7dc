"""What a machine was doing while it was loaded: time series, tied to runs, and what they say of them."""
