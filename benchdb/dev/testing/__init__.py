"""What the tests stand on: servers and a worker, a browser, an empty database, and waiting without a clock."""
