"""Resources under Authentication in the navigation."""
