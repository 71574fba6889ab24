"""The frame of the console's pages: navigation, search, settings and status."""
