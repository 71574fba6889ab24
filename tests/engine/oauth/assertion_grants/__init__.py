"""Tests of the OAuth assertion grants."""
