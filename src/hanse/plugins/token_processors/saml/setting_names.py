"""The names of the settings of a SAML 2.0 token processor. Audience and tables are those of the API contract."""

AUDIENCE = "Audience"
ISSUER_DNS, ISSUER_DN = "Valid Certificate Issuer DNs", "Issuer DN"
SUBJECT_DNS, SUBJECT_DN = "Valid Certificate Subject DNs", "Subject DN"
ISSUER, CERTIFICATES, RECIPIENT = "Issuer", "Certificates", "Recipient"
TOLERANCE, MAXIMUM_LIFETIME = "Expiry Tolerance", "Maximum Remaining Lifetime"
REPLAY_PREVENTION, ACCEPT_SHA1 = "Replay Prevention", "Accept SHA-1 Signatures"
