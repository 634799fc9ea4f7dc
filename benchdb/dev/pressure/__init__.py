"""A real site under more than it can do at once, by hand: what people then wait for, and how large its processes are.

`crowd`: slow sockets and costly questions. `worst_files`: small logs behind the files that take longest to read.
"""
