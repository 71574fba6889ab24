"""Attribute mapping: the attributes of a contract are fulfilled with values of the user and of the request.

All areas share this package, which knows none of them. `model` has the stored form according to the API contract; areas
derive their own models from `AttributeMapping`. An area declares in a `MappingOffer` (`offer`) which attributes must be
fulfilled and which sources are available; `mapping_rules` checks mappings by it, and forms show it. `fulfillment` is
the pure function that computes the values of a mapping for the engine; `conditions` has the comparisons of its
criteria.
"""
