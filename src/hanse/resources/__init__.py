"""The configuration areas. `all_resources.py` is the one explicit list of everything that is registered."""
