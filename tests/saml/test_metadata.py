"""Metadata is read as it was written, from signed documents only if the signature verifies."""

from dataclasses import replace
from datetime import timedelta

import pytest

from hanse.crypto.xml.documents import parse_document
from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.errors import SignatureRefused, XmlRefused
from hanse.crypto.xml.signatures import FIRST, sign_enveloped
from hanse.saml.attributes import SamlAttribute
from hanse.saml.errors import InvalidMessage
from hanse.saml.metadata import Contact, Endpoint, EntityDescriptor, IdpDescriptor, RequestedAttribute, SpDescriptor
from hanse.saml.metadata_reading import open_metadata
from hanse.saml.metadata_writing import metadata_element
from hanse.saml.xml_names import (
    ATTRIBUTE_BASIC,
    BINDING_ARTIFACT,
    BINDING_POST,
    BINDING_REDIRECT,
    BINDING_SOAP,
    NAMEID_EMAIL,
    NAMEID_TRANSIENT,
)
from tests.support.saml import ACS, IDP, NOW, saml_key

PARTNER = saml_key()
ENTITY = EntityDescriptor(
    IDP,
    idp=IdpDescriptor(
        signing_certificates=(PARTNER.certificate, saml_key("next").certificate),
        encryption_certificates=(saml_key("encryption").certificate,),
        single_logout=(Endpoint(BINDING_REDIRECT, f"{IDP}/slo", f"{IDP}/slo-answer"),),
        artifact_resolution=(Endpoint(BINDING_SOAP, f"{IDP}/ars", index=0, is_default=True),),
        name_id_formats=(NAMEID_EMAIL, NAMEID_TRANSIENT),
        want_authn_requests_signed=True,
        single_sign_on=(Endpoint(BINDING_POST, f"{IDP}/sso"), Endpoint(BINDING_REDIRECT, f"{IDP}/sso")),
        attributes=(SamlAttribute("mail", (), ATTRIBUTE_BASIC),),
    ),
    sp=SpDescriptor(
        signing_certificates=(PARTNER.certificate,),
        authn_requests_signed=True,
        want_assertions_signed=True,
        assertion_consumer=(
            Endpoint(BINDING_POST, ACS, index=0, is_default=True),
            Endpoint(BINDING_ARTIFACT, ACS, index=1),
        ),
        service_name="Portal",
        requested_attributes=(RequestedAttribute("mail", "E-mail", ATTRIBUTE_BASIC, is_required=True),),
    ),
    organization="Partner",
    contacts=(Contact("technical", "Partner", "Jo", "Doe", "jo@partner.example", "+49 30 1"),),
    valid_until=NOW + timedelta(days=7),
    cache_duration=timedelta(hours=6),
)


def signed(element: XmlElement) -> bytes:
    return sign_enveloped(element, PARTNER.signing_key, algorithm="SHA256withRSA", position=FIRST).serialized()


@pytest.mark.parametrize("entity", [ENTITY, replace(ENTITY, sp=None), replace(ENTITY, idp=None, contacts=())])
def test_an_entity_is_read_as_it_was_written(entity: EntityDescriptor) -> None:
    document = open_metadata(metadata_element(entity, "_metadata1").serialized())
    assert document.entity() == document.entity(IDP) == entity
    assert (document.entity_ids, document.is_signed) == ((IDP,), False)


def test_a_signed_document_is_verified_with_a_key_of_the_caller() -> None:
    document = open_metadata(signed(metadata_element(ENTITY, "_metadata1")))
    assert document.is_signed
    assert document.claimed_certificate == PARTNER.certificate
    assert document.verified(PARTNER.trust).entity() == ENTITY
    with pytest.raises(SignatureRefused):
        document.verified(saml_key("other").trust)


def test_a_changed_document_is_refused() -> None:
    data = signed(metadata_element(ENTITY, "_metadata1"))
    changed = data.replace(b"/sso", b"/evil")
    assert changed != data
    with pytest.raises(SignatureRefused):
        open_metadata(changed).verified(PARTNER.trust)
    with pytest.raises(SignatureRefused):
        open_metadata(metadata_element(ENTITY, "_m").serialized()).verified(PARTNER.trust)


AGGREGATE = """<!-- A federation. -->
<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" ID="_all">
  <EntityDescriptor entityID="https://one.example">
    <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol">
      <SingleSignOnService Binding="urn:one" Location="https://one.example/old"/>
    </IDPSSODescriptor>
    <IDPSSODescriptor protocolSupportEnumeration="urn:x urn:oasis:names:tc:SAML:2.0:protocol">
      <SingleSignOnService Binding="urn:two" Location=" https://one.example/sso "/>
    </IDPSSODescriptor>
  </EntityDescriptor>
  <EntityDescriptor entityID="https://two.example" cacheDuration="P1DT2H3M4.5S"/>
</EntitiesDescriptor>"""


def test_one_entity_of_several_must_be_named() -> None:
    document = open_metadata(AGGREGATE.encode())
    assert document.entity_ids == ("https://one.example", "https://two.example")
    one = document.entity("https://one.example")
    assert one.idp is not None
    # Protocols other than SAML 2.0 are left out.
    assert [each.binding for each in one.idp.single_sign_on] == ["urn:two"]
    assert document.entity("https://two.example").cache_duration == timedelta(days=1, hours=2, minutes=3, seconds=4)
    for entity_id in (None, "https://three.example"):
        with pytest.raises(InvalidMessage):
            document.entity(entity_id)


def test_a_signed_aggregate_is_verified_as_a_whole() -> None:
    data = signed(parse_document(AGGREGATE.encode()).root)
    assert open_metadata(data).verified(PARTNER.trust).entity("https://one.example").idp


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<EntityDescriptor/>",
        '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/>',
        '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x" cacheDuration="1 day"/>',
        '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x" validUntil="soon"/>',
        '<!DOCTYPE x><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"/>',
    ],
)
def test_malformed_metadata_is_refused(text: str) -> None:
    with pytest.raises(XmlRefused):
        open_metadata(text.encode()).entity()
