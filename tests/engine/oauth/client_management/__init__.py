"""Tests of the client management service."""
