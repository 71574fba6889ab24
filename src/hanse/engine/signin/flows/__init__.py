"""Sign-ins under way: what is stored between two pages, and what binds it to one browser."""
