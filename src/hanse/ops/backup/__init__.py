"""`hanse config export` and `hanse config import`: the whole configuration to a file and back.

`hanse.config.bundle` defines and checks the content of the file; this package is its command line. The composition root
opens the configuration and passes it in.
"""
