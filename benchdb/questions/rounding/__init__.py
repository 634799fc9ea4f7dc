"""What the steps in which tools print leave open of a change: no verdict says more than its figures can."""
