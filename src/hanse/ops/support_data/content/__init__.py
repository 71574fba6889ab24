"""The content of archives. Each module yields entries: a name in the archive, and its bytes in pieces.

An entry's bytes are made while the archive is written, so nothing is read before its turn. What goes wrong in one entry
is written down in the archive (`problems.json`) and does not keep the others out of it.
"""
