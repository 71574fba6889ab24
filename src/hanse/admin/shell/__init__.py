"""What the console shows around its pages: navigation, search, settings and status."""
