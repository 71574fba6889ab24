"""Local identity profiles: users whom the server stores itself, and the pages on which they register."""
