"""What a reader of a cost must know of the recordings it rests on, or would rest on."""
