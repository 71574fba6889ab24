"""The traces of successful requests for tokens: the attributes of the tokens, with masked values."""

from typing import Any

from hanse.engine.oauth.contracts import GrantContext, IssuedToken
from hanse.engine.oauth.traced_tokens import trace_access_token, trace_grant
from hanse.engine.trace.masking import MASK
from hanse.kit.sign_in_traces import SignInTrace, StepKind, TraceOutcome
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.grant_mappings import ADAPTER_GRANT_MAPPINGS
from hanse.resources.authentication.sign_in_traces.settings import SIGN_IN_TRACE_SETTINGS
from hanse.resources.system.authorization_server import COMMON_SCOPES
from tests.engine.oauth.site import CALLBACK, VERIFIER
from tests.engine.oauth.token.deployment import basic
from tests.engine.oidc.conftest import provider
from tests.engine.oidc.provider import Provider
from tests.engine.signin.site import SignInSite, Visitor, returned
from tests.engine.trace.test_sign_in_trace import kinds, steps, summaries, trace_of
from tests.support.access_tokens import manager
from tests.support.clients import client
from tests.support.configurations import replace
from tests.support.instances import adapter
from tests.support.mappings import adapter_granted, from_source, oidc_policy, text

__all__ = ["provider"]

CLIENT = basic("web", "clear-secret-of-web")


def add_tokens(site: SignInSite, adapter_id: str) -> None:
    """Issue access tokens and ID tokens to users of an adapter, and record requests for them."""
    site.add(MANAGERS, manager(0, "sub", "mail", "team"))
    site.engine.save(MANAGER_SETTINGS, {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
    mapping = {
        "context": {"type": "IDP_ADAPTER", "contextRef": {"id": adapter_id}},
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContractFulfillment": {
            "sub": from_source("ADAPTER", "username", adapter_id),
            "mail": text("shown@example.com"),
            "team": text("crew"),
        },
    }
    site.add(ACCESS_TOKEN_MAPPINGS, mapping)
    site.add(OIDC_POLICIES, oidc_policy(returnIdTokenOnRefreshGrant=True))
    site.add(COMMON_SCOPES, {"name": "email", "description": "E-mail address"})
    site.engine.save(OIDC_SETTINGS, {"defaultPolicyRef": {"id": "policy-0"}})
    site.engine.save(SIGN_IN_TRACE_SETTINGS, {"recordTokenRequests": True})
    more = {"bypassApprovalPage": True, "grantTypes": ["AUTHORIZATION_CODE", "REFRESH_TOKEN", "IMPLICIT"]}
    replace(site.engine.core.configuration, OAUTH_CLIENTS, "web", client("web", **more))
    site.engine.caught_up()


def requested(site: SignInSite, **form: str) -> tuple[dict[str, Any], SignInTrace]:
    """Return the tokens for a request, and its trace, which is the newest one."""
    site.engine.clock.advance(seconds=1)
    answer = site.engine.post("/as/token.oauth2", form, Authorization=CLIENT)
    assert answer.status_code == 200, answer.text
    return answer.json(), trace_of(site, summaries(site)[0].id)


def redeemed(site: SignInSite, joe: Visitor, scope: str = "openid email") -> tuple[dict[str, Any], SignInTrace]:
    """Return the tokens for the code of a sign-in, and the trace of the request for them."""
    code = returned(joe.sign_in(joe.authorize(scope=scope)))["code"]
    return requested(site, grant_type="authorization_code", code=code, redirect_uri=CALLBACK, code_verifier=VERIFIER)


def test_a_redeemed_code_shows_the_attributes_of_both_tokens_and_never_a_token(site: SignInSite, joe: Visitor) -> None:
    add_tokens(site, "adapter-0")
    tokens, trace = redeemed(site, joe)
    assert (trace.summary.outcome, trace.summary.user) == (TraceOutcome.SUCCEEDED, "joe")
    assert kinds(trace) == [StepKind.REQUEST, StepKind.ACCESS_TOKEN, StepKind.ID_TOKEN, StepKind.ANSWER]
    request, access_token, id_token, answer = steps(trace)
    assert (request.id, request.result) == ("web", "authorization_code")
    assert (access_token.id, access_token.result) == ("manager-0", "Bearer")
    assert [access_token.before[name] for name in ("username", "USER_KEY", "USER_NAME")] == ["joe"] * 3
    assert access_token.after == {"sub": "joe", "mail": "shown@example.com", "team": "crew"}
    assert (id_token.id, id_token.after) == ("policy-0", {"sub": "joe", "email": "shown@example.com"})
    assert answer.result == "access_token id_token refresh_token"
    assert all(tokens[name] not in repr(trace) for name in answer.result.split())


def test_claims_of_scopes_that_were_not_granted_are_not_recorded(site: SignInSite, joe: Visitor) -> None:
    add_tokens(site, "adapter-0")
    _, trace = redeemed(site, joe, scope="openid")
    (id_token,) = [each for each in steps(trace) if each.kind is StepKind.ID_TOKEN]
    assert id_token.after == {"sub": "joe"}


def add_masked_adapter(site: SignInSite) -> None:
    """Add an adapter whose user names are masked."""
    body = adapter("masked")
    body["attributeContract"]["coreAttributes"][1]["masked"] = True
    site.add(ADAPTERS, body)
    site.add(ADAPTER_GRANT_MAPPINGS, adapter_granted("adapter-masked"))


def test_values_that_were_masked_at_the_sign_in_are_masked_in_requests_for_tokens(site: SignInSite) -> None:
    add_masked_adapter(site)
    add_tokens(site, "adapter-masked")
    joe = Visitor(site.engine.browser())
    code = returned(joe.sign_in(joe.authorize(scope="openid email", pfidpadapterid="adapter-masked")))["code"]
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK, "code_verifier": VERIFIER}
    tokens, redeemed_trace = requested(site, **form)
    _, refreshed_trace = requested(site, grant_type="refresh_token", refresh_token=tokens["refresh_token"])
    for trace in (redeemed_trace, refreshed_trace):
        _, access_token, id_token, _ = steps(trace)
        # Under the names of the grant and of the token, to which mappings have copied the value, too.
        assert {access_token.before[name] for name in ("username", "USER_KEY", "USER_NAME")} == {MASK}
        assert "joe" not in repr(access_token)
        assert access_token.after == {"sub": MASK, "mail": "shown@example.com", "team": "crew"}
        assert id_token.after == {"sub": MASK, "email": "shown@example.com"}


def test_values_are_recorded_only_if_the_settings_say_so(site: SignInSite, joe: Visitor) -> None:
    add_tokens(site, "adapter-0")
    site.engine.save(SIGN_IN_TRACE_SETTINGS, {"recordTokenRequests": True, "recordAttributes": False})
    _, trace = redeemed(site, joe)
    _, access_token, id_token, _ = steps(trace)
    assert access_token.after == {"sub": "", "mail": "", "team": ""}
    assert id_token.after == {"sub": "", "email": ""}


def test_by_default_only_the_sign_in_is_recorded(site: SignInSite, joe: Visitor) -> None:
    add_tokens(site, "adapter-0")
    site.engine.save(SIGN_IN_TRACE_SETTINGS, {})
    _, trace = redeemed(site, joe)
    assert kinds(trace)[-1] is StepKind.ANSWER
    assert StepKind.ACCESS_TOKEN not in kinds(trace)
    assert len(summaries(site)) == 1


def test_tokens_of_the_authorization_endpoint_are_steps_of_the_sign_in(site: SignInSite, joe: Visitor) -> None:
    add_tokens(site, "adapter-0")
    joe.sign_in(joe.authorize(response_type="token id_token", nonce="n-1", code_challenge=None))
    (summary,) = summaries(site)
    assert kinds(trace_of(site, summary.id))[-3:] == [StepKind.ACCESS_TOKEN, StepKind.ID_TOKEN, StepKind.ANSWER]


def test_a_client_that_acts_for_itself_has_unmasked_attributes(site: SignInSite) -> None:
    add_tokens(site, "adapter-0")
    mapping = {
        "context": {"type": "CLIENT_CREDENTIALS"},
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContractFulfillment": dict.fromkeys(("sub", "mail", "team"), from_source("CONTEXT", "ClientId")),
    }
    site.add(ACCESS_TOKEN_MAPPINGS, mapping)
    replace(site.engine.core.configuration, OAUTH_CLIENTS, "web", client("web", grantTypes=["CLIENT_CREDENTIALS"]))
    site.engine.caught_up()
    _, trace = requested(site, grant_type="client_credentials")
    assert trace.summary.user == ""
    (token,) = [each for each in steps(trace) if each.kind is StepKind.ACCESS_TOKEN]
    assert (token.before, token.after) == ({}, {"sub": "web", "mail": "web", "team": "web"})


def test_no_value_of_a_grant_of_an_earlier_version_is_recorded(provider: Provider) -> None:
    origin = b'"origin": {"type": "ADAPTER", "id": "a"}'
    stored = b'{"user_key": "joe", "user_name": "Joe", %s, "attributes": {"mail": "j@example.com"}}'
    context = GrantContext.decode(stored % origin)
    request = provider.request()
    trace_grant(request, context)
    issued = IssuedToken(text="secret", expires=0, manager_id="m", scopes=(), attributes={"mail": "j@example.com"})
    trace_access_token(request, context, issued)
    (step,) = request.trace.steps
    assert (dict(step.before), dict(step.after)) == ({"mail": "", "USER_KEY": "", "USER_NAME": ""}, {"mail": ""})
