"""The provider metadata matches the authorization requests that are accepted (RFC 8414, section 2)."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

from hanse.resources.system.authorization_server import COMMON_SCOPES, EXCLUSIVE_SCOPES, SETTINGS
from tests.engine.oidc.provider import Provider
from tests.engine.server import BASE_URL
from tests.support.configurations import create

# Parameters of an authorization request without user interaction (`prompt=none`).
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
PARAMETERS = {
    "client_id": "web",
    "redirect_uri": "https://web.example.com/callback",
    "response_type": "code",
    "scope": "openid",
    "prompt": "none",
    "code_challenge": CHALLENGE,
    "code_challenge_method": "S256",
    "state": "s",
}


def authorize(provider: Provider, **changed: str) -> tuple[str, dict[str, str]]:
    """Return the response mode and the parameters of the answer to an authorization request."""
    query = urlencode({**PARAMETERS, **changed})
    answer = provider.server.get(f"/as/authorization.oauth2?{query}")
    target = urlsplit(answer.headers.get("location", ""))
    if answer.status_code == 200:
        fields = re.findall(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)"', answer.text)
        return "form_post", dict(fields)
    assert answer.status_code == 303, answer.text
    mode, encoded = ("fragment", target.fragment) if target.fragment else ("query", target.query)
    return mode, dict(parse_qsl(encoded))


def error(provider: Provider, **changed: str) -> str:
    return authorize(provider, **changed)[1].get("error", "")


def test_exactly_the_listed_response_types_and_modes_work(provider: Provider) -> None:
    provider.save_client()
    found = provider.server.verified()
    for mode in (*found["response_modes_supported"], "web_message"):
        answered, parameters = authorize(provider, response_mode=mode)
        supported = mode in found["response_modes_supported"]
        transport, _, suffix = mode.rpartition(".") if mode != "jwt" else ("query", ".", "jwt")
        if supported and suffix == "jwt":
            assert (answered, list(parameters)) == (transport, ["response"]), mode
            continue
        assert (parameters["error"] != "invalid_request") is supported, mode
        assert answered == (mode if supported else "query")
    for type_ in ("code", "token", "id_token", "code id_token", "id_token token", "none"):
        unsupported = error(provider, response_type=type_, nonce="n") == "unsupported_response_type"
        assert unsupported is (type_ not in found["response_types_supported"]), type_


def test_exactly_the_listed_prompts_and_challenge_methods_work(provider: Provider) -> None:
    provider.save_client()
    found = provider.server.verified()
    for prompt in (*found["prompt_values_supported"], "create", "invented"):
        query = urlencode({**PARAMETERS, "prompt": prompt})
        answer = provider.server.get(f"/as/authorization.oauth2?{query}")
        refused = "error=invalid_request" in answer.headers.get("location", "")
        assert refused is (prompt not in found["prompt_values_supported"]), prompt
    for method in ("S256", "plain", "S512"):
        refused = error(provider, code_challenge_method=method) == "invalid_request"
        assert refused is (method not in found["code_challenge_methods_supported"]), method
    for name, value in (("request", "x.y.z"), ("request_uri", "https://web.example.com/request")):
        assert found[f"{name}_parameter_supported"] is True
        # The redirect URI is in the request object, so this error is shown.
        answer = provider.server.get(f"/as/authorization.oauth2?{urlencode({**PARAMETERS, name: value})}")
        assert (answer.status_code, "location" in answer.headers) == (400, False)


def test_the_issuer_in_answers_equals_the_metadata(provider: Provider) -> None:
    provider.save_client()
    for included in (True, False):
        provider.server.save(SETTINGS, {"includeIssuerInAuthorizationResponse": included})
        assert provider.server.verified()["authorization_response_iss_parameter_supported"] is included
        assert authorize(provider)[1].get("iss") == (BASE_URL if included else None)


def test_exactly_the_listed_scopes_can_be_requested(provider: Provider) -> None:
    provider.save_client()
    for scopes, name in ((COMMON_SCOPES, "read"), (EXCLUSIVE_SCOPES, "secret")):
        create(provider.server.core.configuration, scopes, {"name": name, "description": "Reads"})
    provider.server.caught_up()
    assert provider.server.verified()["scopes_supported"] == ["openid", "offline_access", "read"]
    for scope in ("openid", "offline_access", "read", "secret", "email"):
        assert (error(provider, scope=scope) == "invalid_scope") is (scope in {"secret", "email"}), scope


def test_claims_can_be_requested(provider: Provider) -> None:
    provider.save_client()
    assert provider.server.verified()["claims_parameter_supported"] is True
    assert error(provider, claims='{"id_token": {"auth_time": {"essential": true}}}') != "invalid_request"
    assert error(provider, claims="no JSON") == "invalid_request"
