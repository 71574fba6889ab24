"""The endpoints of the engine listener. What is true of every request is below, in `kit.http`."""
