"""What the console asks about expressions: whether one is valid, and what it makes of some values.

Nothing is stored and nothing is logged of it: the values may be somebody's. Only the expression administrator may ask.
"""
