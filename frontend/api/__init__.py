"""What the pages show, for programs: routers of `/api/v1/`."""
