"""Declarations of configuration areas."""
