"""Facts of runs corrected by hand, one or many: made, laid over each other, undone."""
