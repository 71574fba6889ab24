"""Users whom the server stores itself: their registration, their pages and their sign-in."""
