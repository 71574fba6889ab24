"""Sign-ins in progress: the state between two pages, and its binding to one browser."""
