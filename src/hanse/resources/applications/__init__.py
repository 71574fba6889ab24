"""Resources under Applications in the navigation."""
