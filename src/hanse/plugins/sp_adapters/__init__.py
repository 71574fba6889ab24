"""Built-in SP adapters."""
