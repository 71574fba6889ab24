"""The names of the settings of a JWT token processor. The first three are those of the API contract."""

KEYS_URL, ISSUER, TOLERANCE = "JWKS Endpoint URI", "Issuer", "Expiry Tolerance"
PRESERVE_TYPES = "Preserve JWT Claim Types"
KEYS, AUDIENCE, ALGORITHMS = "JWKS", "Audience", "Allowed Algorithms"
TYPE, MAXIMUM_LIFETIME = "Type Header Value", "Maximum Remaining Lifetime"
REPLAY_PREVENTION = "Replay Prevention"
