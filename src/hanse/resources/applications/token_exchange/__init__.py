"""OAuth token exchange (RFC 8693): which tokens can be exchanged, and for which other tokens.

*Token processors* (`processors`) validate the tokens that clients present. A *processor policy* (`processor_policies`)
selects the processors for types of tokens, and fulfills its attribute contract with their attributes. Access token
mappings, or the mappings of `generator_mappings`, fulfill the issued token with that contract. *Token generators*
(`generators`) issue tokens other than access tokens; a *generator group* (`generator_groups`) selects them.
"""
