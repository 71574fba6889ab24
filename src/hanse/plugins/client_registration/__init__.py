"""Built-in client registration policies, one package for each."""
