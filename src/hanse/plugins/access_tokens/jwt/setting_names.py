"""The names of the settings of a manager of JSON Web Tokens."""

from hanse.plugins.access_tokens.jwt import keys

SYMMETRIC_KEYS, CERTIFICATES = keys.SYMMETRIC_KEYS, keys.CERTIFICATES
LIFETIME, CENTRAL, ALGORITHM = "Token Lifetime", "Use Centralized Signing Key", "JWS Algorithm"
ACTIVE_KEY, ACTIVE_CERTIFICATE = "Active Symmetric Key ID", "Active Signing Certificate Key ID"
TYPE = "Type Header Value"
INCLUDE_KEY_ID = "Include Key ID Header Parameter"
INCLUDE_THUMBPRINT = "Include X.509 Thumbprint Header Parameter"
CLIENT_ID_NAME, SCOPE_NAME, DELIMIT = "Client ID Claim Name", "Scope Claim Name", "Space Delimit Scope Values"
DETAILS_NAME, GRANT_NAME = "Authorization Details Claim Name", "Access Grant GUID Claim Name"
ISSUER, AUDIENCE, ID_LENGTH = "Issuer Claim Value", "Audience Claim Value", "JWT ID Claim Length"
INCLUDE_ISSUED_AT, NOT_BEFORE = "Include Issued At Claim", "Not Before Claim Offset"
EXPAND, REVOCATION = "Expand Scope Groups", "Enable Token Revocation"
