"""The keys that issuers sign with and publish.

`key_material` has the keys of one issuer, or of all issuers of one key set; `configured_keys` reads the keys that
administrators have chosen; `dynamic_keys` are generated, stored and rotated by the server while static keys are off;
`schema` is their table. Private keys are sealed at rest, and in clear text only in memory.
"""
