"""Tests of the figures of engines."""
