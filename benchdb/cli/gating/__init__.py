"""`--fail-if`: what a comparison came to -> an exit status and a sentence.

`cells` reads the answer, `gate` decides, `named_rows` and `losses` say of which rows and sides, `options` are typed.
"""
