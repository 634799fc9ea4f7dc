"""What the forms of `sadf` share: reports of one machine, rows by name and path, the store of series."""
