"""The content of archives. Each module yields entries: a name in the archive, and its bytes in pieces.

An entry's bytes are produced while the archive is written, so nothing is read before its turn. An error in one entry is
listed in the archive (`problems.json`) and does not affect the others.
"""
