"""SAML metadata: that of this server for its partners, and that of partners from which connections are made."""
