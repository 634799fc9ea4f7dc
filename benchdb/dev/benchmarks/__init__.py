"""How fast benchdb is, beside the plainest program that does the same; and the data that it is measured with."""
