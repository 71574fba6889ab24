"""The keys that issuers sign with and publish.

`material` is what one issuer, or all issuers of one key set, has; `dynamic` are the keys that the server makes, keeps
and rotates by itself while static keys are off; `schema` is their table. Private keys are sealed at rest and opened at
their first use.
"""
