"""Refuses and changes registrations by expressions."""
