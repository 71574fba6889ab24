"""Users of one server, the identity provider, sign in for an application of another one, the service provider."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.saml.bindings import RELAY_STATE, SAML_REQUEST, SAML_RESPONSE
from tests.engine.saml.identity_provider import ACS, by_connection
from tests.engine.saml.identity_provider import saml_connection as hub_connection
from tests.engine.server import BASE_URL, engine_server
from tests.engine.signin.site import SignInSite, Visitor, continues_at, form_of, opened_site, returned
from tests.engine.signin.test_sessions import code_of
from tests.support import databases
from tests.support.certified_keys import certificate, pair
from tests.support.clock import ManualClock
from tests.support.mappings import from_source
from tests.support.sp_connections import adapter_mapping, browser_sso, sp_connection

HOST = "login.partner.example"
PARTNER = f"https://{HOST}"
HUB_ID, PARTNER_ID = "https://hub.example/saml", "https://partner.example/saml"
HUB_KEY, PARTNER_KEY = "rsa-1", "rsa-2"


class Servers:
    """Both servers."""

    def __init__(self, hub: SignInSite, partner: SignInSite) -> None:
        self.hub, self.partner = hub, partner
        for site, address, entity_id, key in (
            (hub, BASE_URL, HUB_ID, HUB_KEY),
            (partner, PARTNER, PARTNER_ID, PARTNER_KEY),
        ):
            info = {"baseUrl": address, "saml2EntityId": entity_id}
            site.engine.save(SERVER_SETTINGS, {"federationInfo": info})
            site.add(SIGNING_KEY_PAIRS, pair(key))
        self.adapter = partner.add_adapter(0)

    def connect(self, binding: str, idp_sso: dict[str, Any], sp_sso: dict[str, Any]) -> None:
        """Add the connections of both servers to one another. Requests are signed."""
        endpoints = [{"binding": binding, "url": f"{PARTNER}/idp/SSO.saml2"}]
        body = hub_connection(ssoServiceEndpoints=endpoints, signAuthnRequests=True, **idp_sso)
        credentials = {
            "certs": [of_partner(PARTNER_KEY)],
            "signingSettings": {"signingKeyPairRef": {"id": HUB_KEY}},
            "decryptionKeyPairRef": {"id": HUB_KEY},
        }
        self.hub.add(IDP_CONNECTIONS, {**body, "entityId": PARTNER_ID, "credentials": credentials})
        self.hub.add_policy(by_connection())
        mapping = adapter_mapping(self.adapter)
        mapping["attributeContractFulfillment"]["mail"] = from_source("ADAPTER", "username", self.adapter)
        sso = browser_sso(
            ssoServiceEndpoints=[{"binding": "POST", "url": ACS, "index": 0, "isDefault": True}],
            adapterMappings=[mapping],
            authenticationPolicyContractAssertionMappings=[],
            attributeContract={"extendedAttributes": [{"name": "mail"}]},
            requireSignedAuthnRequests=True,
            **sp_sso,
        )
        certificates = [of_partner(HUB_KEY, encrypts=bool(sp_sso))]
        credentials = {"certs": certificates, "signingSettings": {"signingKeyPairRef": {"id": PARTNER_KEY}}}
        self.partner.add(SP_CONNECTIONS, sp_connection(sso=sso, active=True, entityId=HUB_ID, credentials=credentials))


def of_partner(key: str, *, encrypts: bool = False) -> dict[str, Any]:
    pem = certificate(key).public_bytes(Encoding.PEM).decode()
    return {"x509File": {"fileData": pem}, "activeVerificationCert": True, "encryptionCert": encrypts}


@pytest.fixture
def servers(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[Servers]:
    with ExitStack() as stack:
        sites = []
        for name in ("hub", "partner"):
            folder = tmp_path / name
            folder.mkdir()
            url = databases.sqlite_database(folder, sqlite_template)
            sites.append(opened_site(stack.enter_context(engine_server(url, folder, clock))))
        yield Servers(*sites)


def at_partner(servers: Servers, user: Visitor, away: httpx.Response) -> httpx.Response:
    """Bring the request to the partner, by the binding of the hub."""
    if away.status_code == httpx.codes.SEE_OTHER:
        return user.follow(user.browser.get(away.headers["location"].removeprefix(PARTNER)))
    action, hidden = form_of(away)
    assert action == f"{PARTNER}/idp/SSO.saml2"
    form = {name: hidden[name] for name in (SAML_REQUEST, RELAY_STATE)}
    return user.follow(user.browser.post("/idp/SSO.saml2", form))


@pytest.mark.parametrize("binding", ["REDIRECT", "POST"])
@pytest.mark.parametrize("encrypted", [False, True])
def test_a_user_of_one_server_signs_in_at_the_other(servers: Servers, binding: str, encrypted: bool) -> None:
    idp_sso = {"decryptionPolicy": {"assertionEncrypted": True}} if encrypted else {}
    sp_sso = {"encryptionPolicy": {"encryptAssertion": True}} if encrypted else {}
    servers.connect(binding, idp_sso, sp_sso)
    at_hub, there = servers.hub.browser(), Visitor(servers.partner.engine.browser(HOST))
    page = there.sign_in(at_partner(servers, there, at_hub.authorize()))
    action, hidden = form_of(page)
    assert action == ACS
    back = at_hub.browser.post("/sp/ACS.saml2", {name: hidden[name] for name in (SAML_RESPONSE, RELAY_STATE)})
    answer = at_hub.follow(at_hub.browser.get(continues_at(back)))
    code = code_of(servers.hub, returned(answer)["code"])
    assert (code.context.user_key, code.context.origin.id) == ("joe", "apc-0")
