"""An immutable value of everything that a request needs.

`issuer_names` says which issuers there are and where, `metadata` what an issuer says of itself, `public_document` is a
public document that is ready to be sent, `model` puts them together, `builder` makes one from a consistent read, and
`follower` swaps in the next one when something was saved, in this process or another.
"""
