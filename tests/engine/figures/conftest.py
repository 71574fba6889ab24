"""The deployment of the token endpoint's tests, and a server on which users sign in with a password."""

from tests.engine.oauth.token.conftest import deployment
from tests.engine.signin.password_site import joe, site

__all__ = ["deployment", "joe", "site"]
