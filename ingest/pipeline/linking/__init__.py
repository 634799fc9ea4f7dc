"""What belongs together among an upload's runs and recordings: hosts and machines, days, trials."""
