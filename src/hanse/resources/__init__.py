"""What can be configured. The one explicit list of everything registered is in `all_resources.py`."""
