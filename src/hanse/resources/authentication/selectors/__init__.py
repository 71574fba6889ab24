"""Authentication selectors: what decides, by the facts of a request, which way of a policy is taken.

A `Selector` (`selector`) is made of an instance's settings. It is a pure function of the request's facts; its result is
one of the texts that `results` lists, by which a policy continues, or none at all.
"""
