"""The registry of resources, the field vocabulary, the store and everything that follows from a declaration."""
