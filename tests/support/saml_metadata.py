"""Metadata of partners."""

from hanse.crypto.xml.signatures import FIRST, sign_enveloped
from hanse.saml.attributes import SamlAttribute
from hanse.saml.metadata import Contact, Endpoint, EntityDescriptor, IdpDescriptor, RequestedAttribute, SpDescriptor
from hanse.saml.metadata_writing import metadata_element
from hanse.saml.xml_names import ATTRIBUTE_BASIC, BINDING_POST, BINDING_REDIRECT, NAMEID_EMAIL
from tests.support.saml import IDP, SP, saml_key

PARTNER = saml_key()
CONSUMER = f"{SP}/acs"
CONTACT = Contact("technical", "Partner", "Jo", "Doe", "mailto:jo@partner.example", "+49 30 1")
SERVICE_PROVIDER = EntityDescriptor(
    SP,
    sp=SpDescriptor(
        signing_certificates=(PARTNER.certificate, saml_key("next").certificate),
        encryption_certificates=(saml_key("encryption").certificate,),
        single_logout=(Endpoint(BINDING_REDIRECT, f"{SP}/slo", f"{SP}/slo-answer"),),
        name_id_formats=(NAMEID_EMAIL,),
        authn_requests_signed=True,
        want_assertions_signed=True,
        assertion_consumer=(Endpoint(BINDING_POST, CONSUMER, index=3, is_default=True),),
        requested_attributes=(RequestedAttribute("mail", "E-mail", ATTRIBUTE_BASIC),),
    ),
    organization="Portal of the partner",
    contacts=(CONTACT,),
)
IDENTITY_PROVIDER = EntityDescriptor(
    IDP,
    idp=IdpDescriptor(
        signing_certificates=(PARTNER.certificate,),
        want_authn_requests_signed=True,
        single_sign_on=(Endpoint(BINDING_REDIRECT, f"{IDP}/sso"), Endpoint(BINDING_POST, f"{IDP}/sso-post")),
        attributes=(SamlAttribute("mail"), SamlAttribute("groups")),
    ),
)


def metadata(entity: EntityDescriptor, *, signed: bool = False) -> str:
    """Return the metadata of a partner, signed with `PARTNER` if wanted."""
    element = metadata_element(entity, "_metadata1")
    if signed:
        sign_enveloped(element, PARTNER.signing_key, algorithm="SHA256withRSA", position=FIRST)
    return element.serialized().decode()


def metadata_url(number: int | str = 0, **more: object) -> dict[str, object]:
    """Return the body of a partner metadata URL, at which nobody listens."""
    return {
        "id": f"metadata-{number}",
        "name": f"Metadata {number}",
        "url": f"https://127.0.0.1:9/metadata/{number}",
        "validateSignature": True,
        **more,
    }
