"""The services for partners without a browser in the metadata: attribute authority and artifact resolution service."""

from typing import Any

import pytest

from hanse.crypto.xml.elements import DSIG, XmlElement
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.saml.envelopes import SignatureTrust
from hanse.saml.metadata_reading import open_metadata
from hanse.saml.xml_names import BINDING_SOAP, SAMLP, md
from tests.engine.saml.identity_provider import SamlSite, saml_connection
from tests.engine.saml.idp.conftest import provider
from tests.engine.saml.idp.service_provider import SERVER, SERVER_PAIR, ServiceProvider
from tests.engine.saml.idp.test_attribute_queries import PATH as QUERIES
from tests.engine.saml.idp.test_attribute_queries import connect
from tests.engine.saml.test_metadata import PATH
from tests.engine.saml.test_sent_artifacts import OWN_KEY
from tests.engine.saml.test_sent_artifacts import PATH as RESOLUTION
from tests.engine.saml.test_sent_artifacts import connect as connect_provider
from tests.engine.server import BASE_URL, EngineServer
from tests.support.certified_keys import certificate, pair

__all__ = ["provider"]
AUTHORITY = md("AttributeAuthorityDescriptor")


def published(engine: EngineServer, query: str = "") -> XmlElement:
    """Return the metadata, whose signature was verified."""
    answer = engine.get(f"{PATH}{query}")
    assert answer.status_code == 200, answer.text
    return open_metadata(answer.content).verified(SignatureTrust([certificate(SERVER_PAIR)])).root


def authorities(root: XmlElement) -> list[XmlElement]:
    return list(root.descendants(AUTHORITY))


def test_the_attribute_authority_is_named_while_a_partner_can_send_queries(provider: ServiceProvider) -> None:
    engine = provider.site.engine
    assert authorities(published(engine)) == []
    connect(provider)
    [authority] = authorities(published(engine))
    service = authority.required_child(md("AttributeService"))
    assert service.attribute("Binding") == BINDING_SOAP
    assert service.attribute("Location") == f"{BASE_URL}{QUERIES}"
    # The address answers: with a fault, because the request has no message.
    assert engine.post(QUERIES, {}).status_code == 500
    # SAML metadata, section 2.4.1: the role names its protocol.
    assert authority.attribute("protocolSupportEnumeration") == SAMLP
    provider.connect(active=True)
    assert authorities(published(engine)) == []


def test_the_attribute_authority_has_the_certificate_that_verifies_its_answers(provider: ServiceProvider) -> None:
    connect(provider, decryptionKeyPairRef={"id": SERVER_PAIR})
    root = published(provider.site.engine)
    [authority] = authorities(root)
    uses = [each.attribute("use") for each in authority.children(md("KeyDescriptor"))]
    assert uses == ["signing", "encryption"]
    texts = {each.text().replace("\n", "") for each in authority.descendants(f"{{{DSIG}}}X509Certificate")}
    [identity_provider] = root.descendants(md("IDPSSODescriptor"))
    found = identity_provider.descendants(f"{{{DSIG}}}X509Certificate")
    assert texts == {each.text().replace("\n", "") for each in found}
    assert len(texts) == 1


def test_only_the_partner_that_can_send_queries_reads_of_the_attribute_authority(provider: ServiceProvider) -> None:
    connect(provider)
    engine = provider.site.engine
    provider.site.add(IDP_CONNECTIONS, saml_connection())
    partner = provider.connection["entityId"]
    assert len(authorities(published(engine, f"?PartnerSpId={partner}"))) == 1
    # The metadata for an identity provider is not signed: its connection has no signing key.
    other = engine.get(f"{PATH}?PartnerIdpId={saml_connection()['entityId']}")
    assert other.status_code == 200
    assert b"AttributeAuthorityDescriptor" not in other.content


@pytest.fixture
def receiving(saml: SamlSite) -> SamlSite:
    saml.site.add(SIGNING_KEY_PAIRS, pair(OWN_KEY))
    return saml


@pytest.mark.parametrize("endpoint", ["ssoServiceEndpoints", "sloServiceEndpoints"])
def test_the_artifact_resolution_service_for_identity_providers_is_named_if_one_receives_artifacts(
    receiving: SamlSite, endpoint: str
) -> None:
    def services() -> set[tuple[str, str, int | None]]:
        found = open_metadata(receiving.site.engine.get(PATH).content).entity(BASE_URL)
        assert found.sp is not None
        assert found.idp is None
        return {(each.binding, each.location, each.index) for each in found.sp.artifact_resolution}

    profiles = ["SP_INITIATED_SSO", "SP_INITIATED_SLO"]
    redirects: dict[str, Any] = {
        "ssoServiceEndpoints": [{"binding": "REDIRECT", "url": "https://idp.partner.example/in"}],
        "sloServiceEndpoints": [{"binding": "REDIRECT", "url": "https://idp.partner.example/out"}],
    }
    connect_provider(receiving, enabledProfiles=profiles, incomingBindings=["POST", "REDIRECT"], **redirects)
    assert services() == set()
    by_artifact = {**redirects, endpoint: [{"binding": "ARTIFACT", "url": "https://idp.partner.example/artifact"}]}
    connect_provider(receiving, enabledProfiles=profiles, incomingBindings=["POST", "REDIRECT"], **by_artifact)
    assert services() == {(BINDING_SOAP, f"{BASE_URL}{RESOLUTION}", 0)}
    assert receiving.site.engine.post(RESOLUTION, {}).status_code == 500


def test_the_server_names_itself(provider: ServiceProvider) -> None:
    connect(provider)
    assert published(provider.site.engine).attribute("entityID") == SERVER
