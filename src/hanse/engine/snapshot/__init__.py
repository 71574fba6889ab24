"""An immutable value of everything that a request needs.

`issuer_names` lists the issuers and their addresses, `metadata` describes an issuer, `public_document` is a document
that is ready to be sent, `model` composes them, `builder` creates a snapshot from a consistent read, and `follower`
replaces it after a save, in this process or another.
"""
