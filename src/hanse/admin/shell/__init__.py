"""The shell around the console's pages: navigation, search, settings and status."""
