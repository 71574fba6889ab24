"""Consent by an adapter: it gets the request, and cannot grant more than was requested."""

import json
from typing import Any, cast

import httpx
import pytest

from hanse.config.declare.plugin_fields import Form
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.contracts.adapters import (
    KIND,
    AdapterRequest,
    AdapterResult,
    ConsentRequest,
    Failure,
    Redirect,
    ShowPage,
    Success,
)
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.adapters.resource import ADAPTER_PLUGINS, ADAPTERS
from hanse.resources.system.authorization_details.processors import PROCESSORS
from hanse.resources.system.authorization_details.types import DETAIL_TYPES
from hanse.resources.system.authorization_server import COMMON_SCOPES, SETTINGS
from tests.engine.signin.site import SignInSite, Visitor, continues_at, returned, title_of
from tests.engine.signin.test_sessions import code_of
from tests.support.clients import client
from tests.support.configurations import replace
from tests.support.instances import instance
from tests.support.payment_details import PAYMENT, processor

REQUESTS: list[ConsentRequest] = []


class ConsentAdapter:
    """Approves the scopes and details of the form, on its own page or at another server."""

    def __init__(self, settings: Settings) -> None:
        self._elsewhere = settings.id == "elsewhere"

    def begin(self, request: AdapterRequest) -> AdapterResult:
        assert request.consent is not None
        REQUESTS.append(request.consent)
        if self._elsewhere:
            return Redirect(url="https://consent.example.com/ask", state={"began": "yes"})
        values = {"title": "consent.title", "message": "consent.legend", "message_values": {}}
        page = {**values, "link": "", "link_text": "common.continue"}
        return ShowPage(template="html.form.message.template.html", values=page, state={"began": "yes"})

    def resume(self, request: AdapterRequest) -> AdapterResult:
        assert request.consent is not None
        assert request.state == {"began": "yes"}
        form = request.form or {}
        if "declined" in form:
            return Failure(code="declined")
        return Success(attributes={"scopes": form.get("scopes", "").split(","), "details": form.get("details", "")})


PLUGIN = Plugin(
    kind=KIND,
    id="test.consent",
    name="Consent",
    make=ConsentAdapter,
    attribute_contract=("details", "scopes"),
    form=Form(description="Asks for consent.", fields=()),
)


@pytest.fixture(autouse=True)
def _plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[str, Any]", ADAPTER_PLUGINS._by_id), PLUGIN.id, PLUGIN)
    REQUESTS.clear()


@pytest.fixture
def site(signin: SignInSite) -> SignInSite:
    """A server on which an adapter asks for consent."""
    contract = {"coreAttributes": [{"name": "details"}, {"name": "scopes", "pseudonym": True}]}
    for id_ in ("here", "elsewhere"):
        signin.add(ADAPTERS, {**instance(id_, "Consent", PLUGIN.id), "id": id_, "attributeContract": contract})
    signin.add(COMMON_SCOPES, {"name": "email", "description": "Your e-mail address"})
    signin.add(COMMON_SCOPES, {"name": "admin", "description": "Everything"})
    replace(signin.engine.core.configuration, OAUTH_CLIENTS, "web", client("web"))
    use_adapter(signin, "here")
    return signin


def use_adapter(site: SignInSite, adapter: str, **more: Any) -> None:
    attributes = {"approvedScopesAttribute": "scopes", "approvedAuthorizationDetailAttribute": "details", **more}
    settings = {"userAuthorizationConsentPageSetting": "ADAPTER", "userAuthorizationConsentAdapter": adapter}
    site.engine.save(SETTINGS, {**settings, **attributes})


def request_consent(site: SignInSite, **parameters: Any) -> tuple[Visitor, httpx.Response]:
    """Sign in as Joe, and return the next page."""
    joe = site.browser()
    address = {"scope": "openid email", "pfidpadapterid": "adapter-0", **parameters}
    return joe, joe.sign_in(joe.authorize(**address))


def test_the_adapter_gets_the_request_and_decides(site: SignInSite) -> None:
    joe, page = request_consent(site)
    assert title_of(page) == "Access request"
    assert [dict(each.scopes) for each in REQUESTS] == [
        {"openid": "Sign in with OpenID Connect", "email": "Your e-mail address"}
    ]
    assert REQUESTS[0].user_key == "joe"
    code = code_of(site, returned(joe.send(page, scopes="email"))["code"])
    assert code.scopes == ("openid", "email")


@pytest.mark.parametrize("answer", [{"declined": "yes"}, {"scopes": ""}, {"scopes": "admin"}, {"scopes": "openid,x"}])
def test_only_requested_and_approved_scopes_are_granted(site: SignInSite, answer: dict[str, str]) -> None:
    joe, page = request_consent(site)
    given = returned(joe.send(page, **answer))
    if answer.get("scopes") == "openid,x":
        assert code_of(site, given["code"]).scopes == ("openid",)
    else:
        assert (given["error"], "code" in given) == ("access_denied", False)


def test_an_unconfigured_attribute_approves_nothing(site: SignInSite) -> None:
    use_adapter(site, "here", approvedScopesAttribute=None)
    joe, page = request_consent(site)
    assert returned(joe.send(page, scopes="openid,email"))["error"] == "access_denied"


def test_authorization_details_are_approved_within_the_request(site: SignInSite) -> None:
    site.add(PROCESSORS, processor())
    type_ = {"type": "payment_initiation", "authorizationDetailProcessorRef": {"id": "payments-0"}}
    site.add(DETAIL_TYPES, {**type_, "id": "payment"})
    replace(site.engine.core.configuration, OAUTH_CLIENTS, "web", client("web", authorizationDetailTypes=["payment"]))
    site.engine.caught_up()
    details = json.dumps([PAYMENT])
    joe, page = request_consent(site, authorization_details=details)
    assert [dict(each) for each in REQUESTS[0].authorization_details] == [PAYMENT]
    approved = json.dumps([PAYMENT, {**PAYMENT, "type": "transfer"}, "text"])
    code = code_of(site, returned(joe.send(page, scopes="openid", details=approved))["code"])
    assert json.loads(code.context.authorization_details) == [PAYMENT]


def test_the_adapter_may_call_another_server(site: SignInSite) -> None:
    use_adapter(site, "elsewhere")
    joe, away = request_consent(site)
    # Not a redirect, because Chrome applies form-action to the redirects that follow a form.
    assert continues_at(away) == "https://consent.example.com/ask"
    flow = away.request.url.path
    # Another browser cannot continue the flow.
    stranger = site.browser().browser.get(f"{flow}?scopes=openid,email")
    assert "code=" not in stranger.headers.get("location", "")
    back = joe.browser.get(f"{flow}?scopes=openid,email")
    assert code_of(site, returned(back)["code"]).scopes == ("openid", "email")


def test_without_an_adapter_there_is_no_consent(site: SignInSite) -> None:
    site.engine.save(SETTINGS, {"userAuthorizationConsentPageSetting": "ADAPTER"})
    _, answer = request_consent(site)
    assert returned(answer)["error"] == "server_error"


def test_without_permission_to_show_pages_consent_fails(site: SignInSite) -> None:
    joe = site.browser()
    assert returned(joe.authorize(prompt="none"))["error"] in {"login_required", "consent_required"}
    assert REQUESTS == []
