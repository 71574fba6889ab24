"""`python -m hanse`, the same as the command `hanse`."""

from hanse.cli import main

main()
