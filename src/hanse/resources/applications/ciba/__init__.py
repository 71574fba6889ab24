"""Client-initiated backchannel authentication: authenticators, request policies, and the default policy."""
