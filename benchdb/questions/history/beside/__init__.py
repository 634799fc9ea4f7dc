"""What stands beside the curves of a history and changes none of its figures: notes of machines, long pauses."""
