"""What administrators talk to: sessions, the admin API, the console's own assets and frames."""
