"""Consent pages, the answers to them, and stored grants that can replace them."""

from typing import Any

from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.signin.contracts import Origin
from hanse.engine.state.contracts import Grant
from tests.engine.oauth.site import Site

DECISION = "pf.oauth.authz.consent"
ALLOW = {DECISION: "allow", "scope": ["openid", "email"]}


def is_page(response: Any) -> bool:
    """Return true if an answer is the consent page."""
    return response.status_code == 200 and DECISION in response.text


def store_grant(site: Site, **more: Any) -> Grant:
    """Store a grant of Joe to the client `web`; `more` has other values."""
    now = site.services.clock.now().timestamp()
    context = GrantContext(user_key="joe", user_name="Joe", origin=Origin("ADAPTER", "form"))
    usual: dict[str, Any] = {
        "id": "grant-1",
        "user_key": "joe",
        "client_id": "web",
        "issuer": "https://sso.example.com:9031",
        "grant_type": "AUTHORIZATION_CODE",
        "scopes": ("openid", "email"),
        "issued": now,
        "updated": now,
        "expires": None,
        "idle_seconds": None,
        "body": context.encode(),
    }
    made = Grant(**{**usual, **more})
    site.run(site.services.state.grants.create(made, None))
    return made
