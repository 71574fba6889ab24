"""What a node can tell of itself. Each module yields entries: a name in the archive, and its bytes bit by bit.

An entry's bytes are made while the archive is written, so nothing is read before its turn. What goes wrong in one entry
is written down in the archive (`problems.json`) and does not keep the others out of it.
"""
