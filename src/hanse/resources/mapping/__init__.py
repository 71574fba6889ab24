"""Attribute mapping: the attributes of a contract are fulfilled with values of the user and of the request.

The same in every area, and known to none: `model` has what is stored, as the contract of the API has it, and areas
derive their own models from `AttributeMapping`. An area says in an `MappingOffer` (`offer`) which attributes are to be
fulfilled and from what; `mapping_rules` finds what is wrong with a mapping by it, and forms show it. `fulfilment` is
the pure function that makes values of a mapping, for the engine; `conditions` are the comparisons of its criteria.
"""
