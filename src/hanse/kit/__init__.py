"""Leaf modules of one topic each: clock, randomness, errors, ports, HTTP plumbing. Imports nothing of Hanse."""
