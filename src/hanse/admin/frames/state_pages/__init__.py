"""Frame pages on the run-time state, such as grants and second factors of users."""
