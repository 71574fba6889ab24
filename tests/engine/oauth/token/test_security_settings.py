"""Every restricting setting of clients and of the server is enforced, or cannot be saved.

A client that requires bound tokens gets no bearer tokens, and a client that requires signed or pushed requests cannot
send others. Features that do not exist yet fail closed.

"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from structlog.testing import capture_logs

from hanse.engine.errors import OAuthError
from hanse.engine.oauth.offline_access import may_have_refresh_token
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.parts import ClientAuth
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.system.authorization_server import SETTINGS
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings
from tests.engine.oauth.authorize.request_drafts import RequestContext
from tests.engine.oauth.token.deployment import Application, Deployment, basic, refused
from tests.support.clients import client
from tests.support.configurations import as_model

_NO_PROOF: Final[dict[str, Any]] = {"code_challenge": None, "code_challenge_method": None}

_SIGNED: Final = {"requireSignedRequests": True}
_PUSHED: Final = {"requirePushedAuthorizationRequests": True}

# For each setting: a context that accepts a request, one that refuses it, changed parameters, and the error.
AT_AUTHORIZATION: Final[dict[str, tuple[RequestContext, RequestContext, dict[str, Any], str]]] = {
    "client.requireSignedRequests": (
        RequestContext(client=_SIGNED, submitted={"signed": True}),
        RequestContext(client=_SIGNED, submitted={"pushed": True}),
        {},
        "invalid_request",
    ),
    "client.requirePushedAuthorizationRequests": (
        RequestContext(client=_PUSHED, submitted={"pushed": True}),
        RequestContext(client=_PUSHED, submitted={"signed": True}),
        {},
        "invalid_request",
    ),
    "server.parStatus": (
        RequestContext(settings={"parStatus": "REQUIRED"}, submitted={"pushed": True}),
        RequestContext(settings={"parStatus": "REQUIRED"}),
        {},
        "invalid_request",
    ),
    "client.requireJwtSecuredAuthorizationResponseMode": (
        RequestContext(),
        RequestContext(client={"requireJwtSecuredAuthorizationResponseMode": True}),
        {},
        "invalid_request",
    ),
    "client.requireProofKeyForCodeExchange": (
        RequestContext(client={"requireProofKeyForCodeExchange": False}),
        RequestContext(client={"requireProofKeyForCodeExchange": True}),
        _NO_PROOF,
        "invalid_request",
    ),
    "server.disallowPlainPKCE": (
        RequestContext(settings={"disallowPlainPKCE": False}),
        RequestContext(settings={"disallowPlainPKCE": True}),
        {"code_challenge_method": "plain"},
        "invalid_request",
    ),
    "client.restrictScopes": (
        RequestContext(),
        RequestContext(client={"restrictScopes": True, "restrictedScopes": []}),
        {"scope": "email"},
        "invalid_scope",
    ),
    "client.restrictedResponseTypes": (
        RequestContext(client={"grantTypes": ["AUTHORIZATION_CODE", "IMPLICIT"]}),
        RequestContext(
            client={"grantTypes": ["AUTHORIZATION_CODE", "IMPLICIT"], "restrictedResponseTypes": ["code id_token"]}
        ),
        {},
        "unauthorized_client",
    ),
    "client.restrictToDefaultAccessTokenManager": (
        RequestContext(client={"defaultAccessTokenManagerRef": {"id": "other"}}),
        RequestContext(
            client={"defaultAccessTokenManagerRef": {"id": "other"}, "restrictToDefaultAccessTokenManager": True}
        ),
        {"access_token_manager_id": "jwt"},
        "invalid_request",
    ),
}
_CONSENT_PROMPT: Final = "authorize/test_steps.py::test_offline_access_without_the_required_prompt_is_ignored"
_REPLAY: Final = "token/test_client_assertions.py::test_an_assertion_is_accepted_once"
_ISSUER_ONLY: Final = "token/test_assertion_audience.py::test_any_other_audience_is_refused"
_REFRESH_SCOPE: Final = "test_refresh_tokens_need_the_scope_where_it_is_required"
# Settings that the pattern below finds and that are tested elsewhere, with the test.
TESTED_ELSEWHERE: Final = {
    "client.requireDpop": "test_a_client_that_requires_dpop_gets_no_bearer_token",
    "client.clientAuth.enforceReplayPrevention": _REPLAY,
    "client.clientAuth.requireIssuerAudience": _ISSUER_ONLY,
    "client.requireOfflineAccessScopeToIssueRefreshTokens": _REFRESH_SCOPE,
    "server.requireOfflineAccessScopeToIssueRefreshTokens": _REFRESH_SCOPE,
    "client.offlineAccessRequireConsentPrompt": _CONSENT_PROMPT,
    "server.offlineAccessRequireConsentPrompt": _CONSENT_PROMPT,
    # The scopes that restrictScopes allows.
    "client.restrictedScopes": "client.restrictScopes",
    "server.dpopProofRequireNonce": "dpop/test_bound_tokens.py::test_no_other_nonce_is_accepted",
    "server.dpopProofEnforceReplayPrevention": (
        "dpop/test_bound_tokens.py::test_a_proof_works_once_where_replay_prevention_is_on"
    ),
    "client.cibaRequireSignedRequests": "ciba/test_backchannel_requests.py::test_unsigned_requests_are_refused",
}


@pytest.mark.parametrize("name", AT_AUTHORIZATION)
def test_a_setting_refuses_forbidden_requests(name: str) -> None:
    without, given, changed, code = AT_AUTHORIZATION[name]
    without.checked(**changed)
    with pytest.raises(OAuthError) as raised:
        given.checked(**changed)
    assert raised.value.code == code


def test_every_restricting_setting_has_a_test() -> None:
    found = {
        *_restricting_settings("client", Client),
        *_restricting_settings("client.clientAuth", ClientAuth),
        *_restricting_settings("server", AuthorizationServerSettings),
    }
    assert found == ({*AT_AUTHORIZATION} - {"server.parStatus"}) | {*TESTED_ELSEWHERE}


def _restricting_settings(prefix: str, model: type[Any]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        if re.search("require|restrict|enforce|disallow", name):
            alias = field.serialization_alias or field.alias or name
            yield f"{prefix}.{alias}"


def _by_credentials(deployment: Deployment) -> httpx.Response:
    return deployment.client_credentials(deployment.add_service("bound", requireDpop=True))


def _by_code(deployment: Deployment) -> httpx.Response:
    application = Application(deployment, "bound", requireDpop=True)
    return application.redeem(application.code())


def _by_refresh_token(deployment: Deployment) -> httpx.Response:
    application = Application(deployment, "bound")
    token = application.tokens()["refresh_token"]
    application.save(requireDpop=True)
    return application.refresh(token)


@pytest.mark.parametrize("send", [_by_credentials, _by_code, _by_refresh_token])
def test_a_client_that_requires_dpop_gets_no_bearer_token(
    deployment: Deployment, send: Callable[[Deployment], httpx.Response]
) -> None:
    with capture_logs() as logged:
        assert "DPoP" in refused(send(deployment), 400, "invalid_dpop_proof")
    (line,) = [each for each in logged if "DPoP" in each["event"]]
    assert (line["client"], line["log_level"]) == ("bound", "warning")


def test_a_grant_survives_a_refusal_for_missing_dpop(deployment: Deployment) -> None:
    application = Application(deployment)
    token = application.tokens()["refresh_token"]
    application.save(requireDpop=True)
    refused(application.refresh(token), 400, "invalid_dpop_proof")
    application.save()
    assert application.refresh(token).status_code == 200


@pytest.mark.parametrize(
    ("of_server", "of_client", "is_required"),
    [(False, "SERVER_DEFAULT", False), (True, "SERVER_DEFAULT", True), (False, "YES", True), (True, "NO", False)],
)
def test_refresh_tokens_need_the_scope_where_it_is_required(
    *, of_server: bool, of_client: str, is_required: bool
) -> None:
    name = "requireOfflineAccessScopeToIssueRefreshTokens"
    settings, own = as_model(SETTINGS, {name: of_server}), as_model(OAUTH_CLIENTS, client("web", **{name: of_client}))
    assert may_have_refresh_token(settings, own, ("openid",)) is not is_required
    assert may_have_refresh_token(settings, own, ("openid", "offline_access"))


def test_a_client_that_requires_a_certificate_is_refused_without_one(deployment: Deployment) -> None:
    auth = {"type": "CERTIFICATE", "clientCertSubjectDn": "CN=batch"}
    deployment.add_service("batch", clientAuth=auth)
    form = {"grant_type": "client_credentials", "client_id": "batch"}
    refused(deployment.token(form), 401, "invalid_client")
    refused(deployment.token(form, Authorization=basic("batch", "")), 401, "invalid_client")


@pytest.mark.parametrize("path", ["/as/clients.oauth2"])
def test_restricted_features_that_are_missing_cannot_bypass_their_restriction(
    deployment: Deployment, path: str
) -> None:
    assert deployment.engine.post(path, {"client_id": "batch"}).status_code == 404


def test_every_restriction_has_a_test() -> None:
    root = Path(__file__).parents[1]
    for proof in TESTED_ELSEWHERE.values():
        if "::" in proof:
            file, _, test = proof.partition("::")
            assert f"def {test}(" in (root / file).read_text(encoding="utf-8"), proof
        else:
            assert proof in AT_AUTHORIZATION or callable(globals().get(proof)), proof
