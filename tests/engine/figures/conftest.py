"""The deployment of the token endpoint's tests."""

from tests.engine.oauth.token.conftest import deployment

__all__ = ["deployment"]
