"""The parameter `id_token_hint` with ID tokens that the issuer signed."""

from typing import Any

import pytest

from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from tests.engine.oauth.site import ORIGIN, Site, answered, signed_in
from tests.support.access_tokens import manager
from tests.support.configurations import create
from tests.support.mappings import from_source


@pytest.fixture
def provider(site: Site) -> Site:
    """A site with an OpenID Connect policy whose subjects differ from the user keys of grants."""
    configuration = site.engine.core.configuration
    create(configuration, MANAGERS, manager(0, "sub"))
    mapping: dict[str, Any] = {
        "context": {"type": "AUTHENTICATION_POLICY_CONTRACT", "contextRef": {"id": "apc-0"}},
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContractFulfillment": {"sub": from_source("AUTHENTICATION_POLICY_CONTRACT", "mail", "apc-0")},
    }
    create(configuration, ACCESS_TOKEN_MAPPINGS, mapping)
    policy: dict[str, Any] = {
        "id": "policy",
        "name": "Policy",
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContract": {},
        "attributeMapping": {"attributeContractFulfillment": {"sub": from_source("TOKEN", "sub")}},
    }
    create(configuration, OIDC_POLICIES, policy)
    site.engine.save(OIDC_SETTINGS, {"defaultPolicyRef": {"id": "policy"}})
    site.client(bypassApprovalPage=True)
    return site


def hint(site: Site, **changed: Any) -> str:
    """Return an ID token that expired an hour ago."""
    issuer = site.services.snapshot().issuer(ORIGIN)
    assert issuer is not None
    now = int(site.services.clock.now().timestamp())
    claims = {"iss": ORIGIN, "sub": "joe@example.com", "aud": "web", "iat": now - 7200, "exp": now - 3600}
    return issuer.sign("RS256", {**claims, **changed})


def test_only_the_user_of_the_hint_returns_with_a_code(provider: Site) -> None:
    assert answered(provider.authorize(id_token_hint=hint(provider)))["code"]
    assert answered(provider.authorize(id_token_hint=hint(provider), prompt="none"))["code"]
    for prompt in (None, "none"):
        # The user key is not the subject of the user's ID tokens.
        for other in ("joe", "ann@example.com"):
            given = answered(provider.authorize(id_token_hint=hint(provider, sub=other), prompt=prompt))
            assert given["error"] == "login_required"
    provider.sign_in.result = signed_in(attributes={"subject": "ann", "mail": "ann@example.com"})
    assert answered(provider.authorize(id_token_hint=hint(provider)))["error"] == "login_required"


def test_a_hint_of_another_issuer_client_or_key_is_refused(provider: Site) -> None:
    good = hint(provider)
    forged = f"{good[:-6]}AAAAAA"
    for token in (hint(provider, iss="https://evil.example"), hint(provider, aud="other"), forged, "x", "a.b.c"):
        requests = len(provider.sign_in.requests)
        assert answered(provider.authorize(id_token_hint=token))["error"] == "invalid_request"
        assert len(provider.sign_in.requests) == requests
