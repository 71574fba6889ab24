"""An SP adapter whose settings a connection overrides: they apply to users of this connection only."""

import asyncio
from typing import Any

import pytest

from hanse.config.plugins.rules import settings_of
from hanse.engine.background_jobs import outbox_sender
from hanse.engine.handover import adapters
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.sp_adapters.mappings import ADAPTER_MAPPINGS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTERS
from tests.engine.handover.handed_over import posted, start, verified
from tests.engine.oidc.logout_receiver import receiver
from tests.engine.saml.identity_provider import CONNECTION, PARTNER
from tests.engine.saml.partner_site import PartnerSite, mapped_connection, mapped_to
from tests.engine.signin.site import SignInSite
from tests.support.access_tokens import fields
from tests.support.configurations import replace
from tests.support.instances import Body
from tests.support.sp_adapters import adapter_mapping, sp_adapter

OWN = "https://own.example.com/sso"
SECRET = "the-secret-of-this-connection-alone-0123456789"


@pytest.fixture
def server(site: SignInSite) -> PartnerSite:
    return PartnerSite.opened(site)


def overridden(**settings: str) -> Body:
    named = {name.replace("_", " "): value for name, value in settings.items()}
    return mapped_to(adapterOverrideSettings={"configuration": {"fields": fields(named)}})


def token_from_partner(server: PartnerSite, application: str, **parameters: Any) -> str:
    user = server.site.browser()
    request = server.away(user, PartnerIdpId=PARTNER, **parameters)
    return posted(server.answer(user, server.partner.response(request), request.relay_state), application)


def test_the_settings_apply_to_users_of_the_connection_only(server: PartnerSite) -> None:
    server.change(adapterMappings=[overridden(Application_URL=OWN, JWS_Algorithm="HS256", Shared_Secret=SECRET)])
    token = token_from_partner(server, OWN)
    # The audience, which the connection leaves out, is that of the adapter.
    assert verified(server.site, token, "HS256", SECRET)["sub"] == "joe@partner"
    server.site.add_adapter(0)
    server.site.add(ADAPTER_MAPPINGS, adapter_mapping())
    joe = server.site.browser()
    assert verified(server.site, posted(joe.sign_in(start(joe, SpAdapterId="sp-0"))))["sub"] == "joe"


def test_a_change_of_the_adapter_is_inherited(server: PartnerSite) -> None:
    server.change(adapterMappings=[overridden(Token_Lifetime="30")])
    token_from_partner(server, "https://app.example.com/sso")
    body = sp_adapter(Application_URL=OWN)
    replace(server.site.engine.core.configuration, SP_ADAPTERS, "sp-0", body)
    server.site.engine.caught_up()
    claims = verified(server.site, token_from_partner(server, OWN))
    assert claims["exp"] - claims["iat"] == 30


def test_an_adapter_is_built_once_for_all_users_of_the_connection(
    server: PartnerSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = []

    def counted(id_: str, *more: Any) -> Any:
        built.append(id_)
        return settings_of(id_, *more)

    monkeypatch.setattr(adapters, "settings_of", counted)
    server.change(adapterMappings=[overridden(Application_URL=OWN)])
    for _ in range(2):
        token_from_partner(server, OWN)
    assert built == ["sp-0"]
    # A change of the connection applies to the next user.
    server.change(adapterMappings=[overridden(Application_URL=f"{OWN}/new")])
    token_from_partner(server, f"{OWN}/new")
    assert built == ["sp-0", "sp-0"]


def test_a_connection_without_settings_of_its_own_uses_those_of_the_adapter(server: PartnerSite) -> None:
    server.change(adapterMappings=[overridden(Application_URL=OWN)])
    token_from_partner(server, OWN)
    replace(server.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, mapped_connection())
    server.site.engine.caught_up()
    token_from_partner(server, "https://app.example.com/sso")


def test_settings_that_became_invalid_hand_nobody_over(server: PartnerSite) -> None:
    server.site.add(SP_ADAPTERS, sp_adapter(2, JWS_Algorithm="HS256", Shared_Secret=SECRET))
    mapping = overridden(JWS_Algorithm="HS512")
    mapping["spAdapterRef"] = {"id": "sp-2"}
    server.change(adapterMappings=[mapping])
    user = server.site.browser()
    request = server.away(user, PartnerIdpId=PARTNER)
    page = server.answer(user, server.partner.response(request), request.relay_state)
    assert (page.status_code, "<form" in page.text) == (400, False)


def test_the_logout_is_sent_to_the_address_of_the_connection(server: PartnerSite) -> None:
    server.site.engine.save(
        AUTHENTICATION_SESSIONS, {"enableSessions": True, "idleTimeoutMins": 60, "maxTimeoutMins": 480}
    )
    with receiver() as application:
        server.change(adapterMappings=[overridden(Logout_URL=application.url)])
        user = server.site.browser()
        request = server.away(user, PartnerIdpId=PARTNER)
        posted(server.answer(user, server.partner.response(request), request.relay_state))
        user.browser.get("/sp/startSLO.ping", **{"Sec-Fetch-Site": "none"})
        asyncio.run(outbox_sender(server.site.engine.services).send_due())
        [form] = application.forms
    assert verified(server.site, form["logout_token"][0])["sub"] == "joe@partner"
