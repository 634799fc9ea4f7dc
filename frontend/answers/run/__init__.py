"""What the page of one run says besides its numbers."""
