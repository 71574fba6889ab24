"""The metadata for a partner: signed, with the endpoint, the tokens and the claims of its connection."""

from base64 import b64decode
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from lxml import etree

from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.saml.envelopes import SignatureTrust
from hanse.saml.metadata_reading import open_metadata
from tests.engine.server import BASE_URL
from tests.engine.wsfed.relying_party import ENDPOINT, ENTITY_ID, REALM, SERVER, SERVER_PAIR, RelyingParty
from tests.support.certified_keys import certificate
from tests.support.configurations import create
from tests.support.key_pairs import certificate as key_certificate
from tests.support.key_pairs import stored_body

FED: Final = "{http://docs.oasis-open.org/wsfed/federation/200706}"
AUTH: Final = "{http://docs.oasis-open.org/wsfed/authorization/200706}"
WSA: Final = "{http://www.w3.org/2005/08/addressing}"
MD: Final = "{urn:oasis:names:tc:SAML:2.0:metadata}"
XSI_TYPE: Final = "{http://www.w3.org/2001/XMLSchema-instance}type"
SAML11_TYPE: Final = "urn:oasis:names:tc:SAML:1.0:assertion"
CLAIMS: Final = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"


def address(**parameters: str) -> str:
    return f"/pf/federation_metadata.ping?{urlencode(parameters)}"


def role_of(party: RelyingParty, **parameters: str) -> Any:
    """Return the role of this server, after the verification of the signature."""
    answer = party.site.engine.get(address(PartnerSpId=REALM, **parameters))
    assert answer.status_code == 200, answer.text
    open_metadata(answer.content).verified(SignatureTrust([certificate(SERVER_PAIR)]))
    root: Any = etree.fromstring(answer.content, etree.XMLParser(resolve_entities=False))
    assert root.tag == f"{MD}EntityDescriptor"
    return root.find(f"{MD}RoleDescriptor")


def test_the_role_names_endpoint_tokens_claims_and_realm(party: RelyingParty) -> None:
    role = role_of(party)
    prefix, _, type_ = role.get(XSI_TYPE).partition(":")
    assert f"{{{role.nsmap[prefix]}}}{type_}" == f"{FED}SecurityTokenServiceType"
    assert role.get("protocolSupportEnumeration") == FED.strip("{}")
    endpoint = role.find(f"{FED}PassiveRequestorEndpoint/{WSA}EndpointReference/{WSA}Address")
    assert endpoint.text == f"{BASE_URL}{ENDPOINT}"
    assert [each.get("Uri") for each in role.iter(f"{FED}TokenType")] == [SAML11_TYPE]
    assert [each.get("Uri") for each in role.iter(f"{AUTH}ClaimType")] == [f"{CLAIMS}/mail"]
    assert role.getparent().get("entityID") == SERVER
    # The order of the schema.
    order = [each.tag.rpartition("}")[2] for each in role]
    assert order == [
        "KeyDescriptor",
        "TokenTypesOffered",
        "ClaimTypesOffered",
        "TargetScopes",
        "SecurityTokenServiceEndpoint",
        "PassiveRequestorEndpoint",
    ]


def test_the_certificate_of_a_secondary_key_follows_that_of_the_signing_key(party: RelyingParty) -> None:
    create(party.site.engine.core.configuration, SIGNING_KEY_PAIRS, stored_body(77))
    further = {"alternativeSigningKeyPairRefs": [{"id": "seal-77"}]}
    party.connect(credentials={"signingSettings": {"signingKeyPairRef": {"id": SERVER_PAIR}, **further}})
    found = [each.text for each in role_of(party).iter("{http://www.w3.org/2000/09/xmldsig#}X509Certificate")]
    expected = [certificate(SERVER_PAIR), key_certificate(77)]
    assert [b64decode(each) for each in found] == [each.public_bytes(Encoding.DER) for each in expected]


def test_the_types_are_those_of_the_connection(party: RelyingParty) -> None:
    attributes = {"extendedAttributes": [{"name": "mail"}]}
    party.connect(sso={"wsFedTokenType": "JWT", "attributeContract": attributes})
    role = role_of(party)
    assert [each.get("Uri") for each in role.iter(f"{FED}TokenType")] == ["urn:ietf:params:oauth:token-type:jwt"]
    assert [each.get("Uri") for each in role.iter(f"{AUTH}ClaimType")] == ["mail"]


def test_a_virtual_server_id_is_named_by_the_request_or_the_connection(party: RelyingParty) -> None:
    party.connect(virtualEntityIds=["urn:a", "urn:b"], defaultVirtualEntityId="urn:a")
    assert role_of(party).getparent().get("entityID") == "urn:a"
    assert role_of(party, vsid="urn:b").getparent().get("entityID") == "urn:b"
    assert party.site.engine.get(address(PartnerSpId=REALM, vsid="urn:c")).status_code == 404


@pytest.mark.parametrize(
    "parameters",
    [
        {"PartnerSpId": "urn:unknown"},
        {"PartnerIdpId": REALM},
        {"PartnerSpId": REALM, "PartnerIdpId": REALM},
        {"vsid": SERVER},
        # The partners of a SAML entity ID of this server do not exist.
        {"PartnerSpId": ENTITY_ID},
        {},
    ],
)
def test_there_is_no_metadata_for_others(party: RelyingParty, parameters: dict[str, str]) -> None:
    assert party.site.engine.get(address(**parameters)).status_code == 404


def test_an_inactive_connection_has_no_metadata(party: RelyingParty) -> None:
    assert role_of(party) is not None
    party.connect(active=False)
    assert party.site.engine.get(address(PartnerSpId=REALM)).status_code == 404


def test_a_repeated_parameter_is_refused(party: RelyingParty) -> None:
    assert party.site.engine.get(f"{address(PartnerSpId=REALM)}&PartnerSpId={REALM}").status_code == 400


def test_each_issuer_names_its_own_endpoint(party: RelyingParty) -> None:
    engine = party.site.engine
    engine.add_issuer("other", "other.example.com", "/path")
    answer = engine.get(f"/path{address(PartnerSpId=REALM)}", host="other.example.com:9031")
    assert answer.status_code == 200, answer.text
    assert f"/path{ENDPOINT}" in answer.text
    assert "other.example.com" in answer.text
