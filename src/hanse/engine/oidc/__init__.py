"""OpenID Connect on top of OAuth: ID tokens, userinfo, claims, logout. May import `oauth`, never the reverse."""
