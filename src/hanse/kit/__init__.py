"""Leaf modules of one topic each: clock, randomness, errors, ports, HTTP. They import nothing else of Hanse."""
