"""Resources under Security in the navigation."""
