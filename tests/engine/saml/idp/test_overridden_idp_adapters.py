"""An IdP adapter whose settings an SP connection overrides: it signs users in for this connection, and for no other."""

from typing import Any

import httpx
import pytest

from hanse.engine.snapshot import overridden_adapters
from hanse.kit.errors import ValidationFailed
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.engine.saml.idp.service_provider import SERVER_PAIR, ServiceProvider, start_address
from tests.engine.signin.site import PASSWORDS, Visitor
from tests.support.configurations import replace
from tests.support.instances import Body, adapter, fields, user, validator
from tests.support.mappings import from_source
from tests.support.policies import contract, done, policy
from tests.support.policies import source as adapter_step
from tests.support.sp_connections import PARTNER, adapter_mapping, browser_sso, contract_mapping, sp_connection

WEAK, OTHER = "Weak12345", f"{PARTNER}/1"
ADAPTER = "adapter-0"


def override(*named: Body, **more: Any) -> Body:
    """Return settings with which users of another validator sign in."""
    row = fields(Password_Credential_Validator_Instance="validator-weak")
    tables = [{"name": "Credential Validators", "rows": [{"fields": row}]}]
    return {"configuration": {"fields": list(named), "tables": tables}, **more}


def connection(number: int, own: Body | None = None, sso: Body | None = None) -> Body:
    mapping = {**adapter_mapping(ADAPTER), "adapterOverrideSettings": own}
    settings = browser_sso(adapterMappings=[mapping], authenticationPolicyContractAssertionMappings=[], **(sso or {}))
    credentials = {"signingSettings": {"signingKeyPairRef": {"id": SERVER_PAIR}}}
    return sp_connection(number, sso=settings, active=True, credentials=credentials)


def overridden(provider: ServiceProvider, own: Body | None = None) -> None:
    """Have the first connection override the adapter that both use."""
    site = provider.site
    site.add(VALIDATORS, validator("weak", user("joe", WEAK)))
    site.add(SP_CONNECTIONS, connection(1))
    save(provider, override() if own is None else own)


def save(provider: ServiceProvider, own: Body | None) -> None:
    replace(provider.site.engine.core.configuration, SP_CONNECTIONS, "sp-0", connection(0, own))
    provider.site.engine.caught_up()


def begin(visitor: Visitor, partner: str) -> httpx.Response:
    return visitor.follow(visitor.browser.get(start_address(PartnerSpId=partner)))


def is_login_page(page: httpx.Response) -> bool:
    """Return whether a page asks for a password, in place of the response for the service provider."""
    return "SAMLResponse" not in page.text and "pf.pass" in page.text


def signed_in(visitor: Visitor, partner: str, password: str) -> bool:
    page = begin(visitor, partner)
    assert is_login_page(page), page.text
    return not is_login_page(visitor.sign_in(page, "joe", password))


def test_the_settings_apply_to_this_connection_only(provider: ServiceProvider) -> None:
    overridden(provider)
    site, strong = provider.site, PASSWORDS["joe"]
    assert signed_in(site.browser(), PARTNER, WEAK)
    assert not signed_in(site.browser(), PARTNER, strong)
    assert signed_in(site.browser(), OTHER, strong)
    assert not signed_in(site.browser(), OTHER, WEAK)
    # Without the settings, those of the adapter apply again.
    save(provider, None)
    assert signed_in(site.browser(), PARTNER, strong)
    assert not signed_in(site.browser(), PARTNER, WEAK)


@pytest.mark.parametrize("kept_by", ["the session policy", "the adapter", "the adapter for all others"])
def test_a_session_is_used_for_the_connection_where_it_began_only(provider: ServiceProvider, kept_by: str) -> None:
    states = {"the adapter": "Per Adapter", "the adapter for all others": "Globally"}
    if state := states.get(kept_by):
        overridden(provider, override(*fields(Session_State=state)))
        change_adapter(provider, Session_State=state)
    else:
        overridden(provider)
        provider.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    weak, strong = provider.site.browser(), provider.site.browser()
    assert signed_in(weak, PARTNER, WEAK)
    assert not is_login_page(begin(weak, PARTNER))
    assert is_login_page(begin(weak, OTHER))
    assert signed_in(strong, OTHER, PASSWORDS["joe"])
    assert not is_login_page(begin(strong, OTHER))
    assert is_login_page(begin(strong, PARTNER))


def change_adapter(provider: ServiceProvider, **settings: str) -> None:
    body = adapter(0)
    body["configuration"]["fields"] = fields(**settings)
    replace(provider.site.engine.core.configuration, ADAPTERS, ADAPTER, body)
    provider.site.engine.caught_up()


def test_a_change_of_the_adapter_is_inherited(provider: ServiceProvider) -> None:
    overridden(provider)
    assert signed_in(first := provider.site.browser(), PARTNER, WEAK)
    assert is_login_page(begin(first, PARTNER))
    change_adapter(provider, Session_State="Per Adapter")
    assert signed_in(second := provider.site.browser(), PARTNER, WEAK)
    assert not is_login_page(begin(second, PARTNER))


def test_a_policy_uses_the_settings_of_the_connection(provider: ServiceProvider) -> None:
    overridden(provider)
    site = provider.site
    username = from_source("ADAPTER", "username", ADAPTER)
    end = contract("apc-0", subject=username, mail=username)
    site.add_policy(policy("All", adapter_step("adapter-0", done("Fail"), end)))
    sso = {"authenticationPolicyContractAssertionMappings": [contract_mapping("apc-0")]}
    for number, own in ((0, override()), (1, None)):
        body = connection(number, own)
        body["spBrowserSso"] |= sso
        replace(site.engine.core.configuration, SP_CONNECTIONS, f"sp-{number}", body)
    site.engine.caught_up()
    assert signed_in(site.browser(), PARTNER, WEAK)
    assert not signed_in(site.browser(), OTHER, WEAK)


def test_the_authentication_context_can_be_overridden(provider: ServiceProvider) -> None:
    overridden(provider, override(authnCtxClassRef="urn:weak"))
    visitor = provider.site.browser()
    page = visitor.sign_in(begin(visitor, PARTNER), "joe", WEAK)
    response = provider.receive(page)
    assert response.assertion is not None
    assert response.assertion.authn_statements[0].class_ref == "urn:weak"


def test_nobody_signs_in_with_settings_that_cannot_be_used(
    provider: ServiceProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: Any) -> Any:
        raise ValueError("broken")

    monkeypatch.setattr(overridden_adapters, "settings_of", broken)
    overridden(provider)
    page = begin(provider.site.browser(), PARTNER)
    assert not is_login_page(page)
    assert signed_in(provider.site.browser(), OTHER, PASSWORDS["joe"])


@pytest.mark.parametrize(
    ("own", "path"),
    [
        (override(parentRef={"id": "other"}), "parentRef"),
        (override({"name": "Nothing", "value": "x"}), "configuration.fields[0].name"),
        (override(attributeContract={"coreAttributes": [{"name": "x"}]}), None),
    ],
)
def test_settings_that_cannot_work_are_refused(provider: ServiceProvider, own: Body, path: str | None) -> None:
    with pytest.raises(ValidationFailed) as refused:
        overridden(provider, own)
    holder = "spBrowserSso.adapterMappings[0].adapterOverrideSettings"
    assert (f"{holder}.{path}" if path else holder) in {each.field_path for each in refused.value.errors}
