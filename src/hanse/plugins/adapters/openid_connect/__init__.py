"""The OpenID Connect adapter: users sign in at another OpenID provider, with the authorization code flow."""
