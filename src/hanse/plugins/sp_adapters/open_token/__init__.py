"""The SP adapter that hands users over with an OpenToken, for applications that have an agent for this format."""
