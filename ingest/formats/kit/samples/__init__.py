"""What is shared by logs of many rows, whatever system they are of: their dates and clocks, what could not be read."""
