"""Tests of the sign-in trace."""
