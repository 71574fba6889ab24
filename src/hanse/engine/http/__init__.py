"""The endpoints of the engine listener. Everything common to all listeners is in `kit.http`."""
