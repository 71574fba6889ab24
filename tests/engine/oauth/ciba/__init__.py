"""Client-initiated backchannel authentication (OpenID Connect CIBA Core 1.0)."""
