"""Tests of WS-Federation."""
