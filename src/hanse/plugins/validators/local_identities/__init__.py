"""The validator of users whom the server stores itself."""
