"""What was varied, machine by machine, while everything else was held: the questions that it makes sense to ask."""
