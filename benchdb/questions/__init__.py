"""What a reader can ask: one folder for each kind of question, and what they share.

A Question is read from a page's URL and printed back to it; asked, it becomes an Answer. Kinds of question:
`kinds.QUESTIONS`. A new one is a folder with a `kind.py`.
"""
