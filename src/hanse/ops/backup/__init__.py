"""`hanse config export` and `hanse config import`: the whole configuration to a file and back.

What is in the file and how it is checked is `hanse.config.bundle`; this package is its command line. The composition
root opens the configuration and hands it in.
"""
