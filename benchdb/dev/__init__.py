"""Programs for those who build benchdb: benchmarks, simulations, checks, pages made from code. Not shipped."""
