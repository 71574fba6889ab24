"""Resources under System in the navigation."""
