"""The keys that issuers sign with and publish.

`key_material` is what one issuer, or all issuers of one key set, has; `configured_keys` are the keys that
administrators have chosen; `dynamic_keys` are those that the server makes, keeps and rotates by itself while static
keys are off; `schema` is their table. Private keys are sealed at rest, and in clear in memory only while they sign.
"""
