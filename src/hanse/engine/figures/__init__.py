"""Figures of an engine process: counted in memory, shown as metrics, and added to the figures of all engines."""
