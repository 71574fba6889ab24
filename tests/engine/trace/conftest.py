"""The server of the tests of traces."""

from tests.engine.signin.password_site import joe, site

__all__ = ["joe", "site"]
