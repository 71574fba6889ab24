"""The names of the settings of a SAML 2.0 token processor. The first is that of the API contract."""

AUDIENCE = "Audience"
ISSUER, CERTIFICATES, RECIPIENT = "Issuer", "Certificates", "Recipient"
TOLERANCE, MAXIMUM_LIFETIME = "Expiry Tolerance", "Maximum Remaining Lifetime"
REPLAY_PREVENTION, ACCEPT_SHA1 = "Replay Prevention", "Accept SHA-1 Signatures"
