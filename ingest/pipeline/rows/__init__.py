"""Records -> rows: the setup a run was made on, the run, its numbers; recordings; studies."""
