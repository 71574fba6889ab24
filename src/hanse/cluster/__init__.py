"""Nodes, replication and console roles."""
