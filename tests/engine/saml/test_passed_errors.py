"""Error messages of identity providers are passed on to users and applications only if the connection says so."""

from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from hanse.plugins.provider_failures import passed_message
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.saml.errors import AUTHN_FAILED, RESPONDER
from hanse.saml.statuses import Status
from tests.engine.saml.identity_provider import CONNECTION, PARTNER, SamlSite, saml_connection
from tests.engine.saml.partner_site import PartnerSite
from tests.engine.signin.site import SignInSite, returned
from tests.support.configurations import replace

TEXT = "The account of Joe is locked."
TARGET = "https://app.example.com/failed?from=partner"


@pytest.fixture
def server(site: SignInSite) -> PartnerSite:
    return PartnerSite.opened(site)


def pass_on(saml: SamlSite) -> None:
    body = saml_connection(passthroughErrors=True)
    replace(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    saml.site.engine.caught_up()


def description(saml: SamlSite, text: str | None) -> str:
    """Fail at the partner with a message, and return the description that the client receives."""
    user = saml.site.browser()
    request = saml.away(user)
    refusal = saml.partner.message(request, None, Status(RESPONDER, AUTHN_FAILED, text))
    found = returned(saml.answer(user, refusal, request.relay_state))
    assert found["error"] == "access_denied"
    return found["error_description"]


def test_a_client_receives_the_message_only_if_it_is_passed_on(saml: SamlSite) -> None:
    usual = description(saml, TEXT)
    assert "Joe" not in usual
    pass_on(saml)
    assert description(saml, TEXT) == TEXT
    assert description(saml, None) == usual


def test_the_description_has_allowed_characters_and_a_limited_length(saml: SamlSite) -> None:
    pass_on(saml)
    assert description(saml, 'Gesperrt: "Jürgen"\r\n\\ x') == "Gesperrt: ?J?rgen? ? x"
    assert len(description(saml, "x" * 5_000)) == 256


@pytest.mark.parametrize(
    ("text", "shown"), [(None, ""), ("  a\t\r\n b  ", "a b"), ("a\x00\u202eb", "ab"), ("y" * 300, "y" * 256)]
)
def test_a_message_is_one_short_line(text: str | None, shown: str) -> None:
    assert passed_message(text) == shown


def failed(server: PartnerSite, **parameters: str) -> httpx.Response:
    user = server.site.browser()
    request = server.away(user, PartnerIdpId=PARTNER, **parameters)
    refusal = server.partner.message(request, None, Status(RESPONDER, AUTHN_FAILED, TEXT))
    return server.answer(user, refusal, request.relay_state)


def test_the_address_for_errors_gets_the_message(server: PartnerSite) -> None:
    assert failed(server, InErrorResource=TARGET).headers["location"] == TARGET
    server.change(passthroughErrors=True)
    location = urlsplit(failed(server, InErrorResource=TARGET).headers["location"])
    assert parse_qs(location.query) == {"from": ["partner"], "errorDetail": [TEXT]}


def test_a_page_shows_the_message(server: PartnerSite) -> None:
    assert TEXT not in failed(server).text
    server.change(passthroughErrors=True)
    assert TEXT in failed(server).text


def test_a_message_that_nobody_has_requested_or_signed_is_not_shown(server: PartnerSite) -> None:
    server.change(passthroughErrors=True)
    refusal = server.partner.message(server.nothing, None, Status(RESPONDER, AUTHN_FAILED, TEXT))
    assert TEXT not in server.unsolicited(server.site.browser(), refusal).text
