"""Users who choose an OpenID provider on the page with identity providers are handed over to an application."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from hanse.engine.handover.provider_choice import LAST_CHOICE
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTERS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from tests.engine.handover.conftest import ALLOWED
from tests.engine.handover.handed_over import posted, verified
from tests.engine.saml.partner_site import START, mapped_connection
from tests.engine.saml.test_provider_choice import choices
from tests.engine.server import BASE_URL
from tests.engine.signin.openid_federation import PARTNER, SECRET, Federation, federation
from tests.support.clock import ManualClock
from tests.support.configurations import replace
from tests.support.idp_connections import openid_connection
from tests.support.instances import Body
from tests.support.mappings import from_source
from tests.support.sp_adapters import sp_adapter

NAME, CONNECTION = "Cloud login", "openid-hub"
TARGET = "https://app.example.com/orders"


def connection(**members: Any) -> Body:
    """Return the connection to the partner, whose users are handed over to an SP adapter."""
    endpoints = {
        "authorizationEndpoint": f"{PARTNER}/as/authorization.oauth2",
        "tokenEndpoint": f"{PARTNER}/as/token.oauth2",
        "userInfoEndpoint": f"{PARTNER}/idp/userinfo.openid",
        "jwksURL": f"{PARTNER}/pf/JWKS",
    }
    body = openid_connection("hub", **endpoints)
    fulfillment = {name: from_source("CLAIMS", "sub") for name in ("sub", "mail")}
    body["idpBrowserSso"] |= {
        "idpIdentityMapping": "ACCOUNT_MAPPING",
        "adapterMappings": [{"spAdapterRef": {"id": "sp-0"}, "attributeContractFulfillment": fulfillment}],
    }
    client = {"clientId": "hub", "clientSecret": SECRET}
    return {**body, "name": NAME, "entityId": PARTNER, "oidcClientCredentials": client, **members}


@pytest.fixture
def servers(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[Federation]:
    with federation(sqlite_template, tmp_path, clock) as made:
        hub = made.hub
        info = {"baseUrl": BASE_URL, "saml2EntityId": BASE_URL}
        roles = {"enableIdpDiscovery": True}
        hub.engine.save(SERVER_SETTINGS, {"federationInfo": info, "rolesAndProtocols": roles})
        hub.engine.save(REDIRECT_VALIDATION, ALLOWED)
        hub.add(SP_ADAPTERS, sp_adapter())
        hub.add(IDP_CONNECTIONS, mapped_connection())
        hub.add(IDP_CONNECTIONS, connection())
        yield made


def test_the_chosen_provider_signs_the_user_in_for_the_application(servers: Federation) -> None:
    joe = servers.user()
    page = joe.at_hub.browser.get(f"{START}?TargetResource={TARGET}")
    found = choices(page)
    assert set(found) == {NAME, "Partner"}
    away = joe.at_hub.browser.get(found[NAME])
    assert f"{LAST_CHOICE.name}={CONNECTION}" in away.headers["set-cookie"]
    location = urlsplit(unescape(joe.address_at_partner(away)))
    assert f"{location.scheme}://{location.netloc}" == PARTNER
    assert parse_qs(location.query)["client_id"] == ["hub"]
    claims = verified(servers.hub, posted(joe.sign_in(away)))
    assert (claims["sub"], claims["target_resource"]) == ("joe", TARGET)
    # The provider is the first choice now.
    assert next(iter(choices(joe.at_hub.browser.get(START)))) == NAME


@pytest.mark.parametrize("change", ["inactive", "unmapped"])
def test_a_provider_that_cannot_be_used_is_not_offered(servers: Federation, change: str) -> None:
    body = connection(active=change != "inactive")
    if change == "unmapped":
        body["idpBrowserSso"]["adapterMappings"] = []
    configuration = servers.hub.engine.core.configuration
    replace(configuration, IDP_CONNECTIONS, CONNECTION, body)
    servers.hub.engine.caught_up()
    # The only provider that is left is used without a question.
    answer = servers.user().at_hub.browser.get(START)
    assert NAME not in answer.text
    assert PARTNER not in answer.headers["location"]
