"""What an answer looks like as texts: its tables, its data, what its page needs. A folder for each kind."""
