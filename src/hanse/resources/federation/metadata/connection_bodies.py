"""The body of a connection from the metadata of a partner.

The result is a proposal: it is inactive, and lacks what only an administrator can decide, such as the mappings.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.resources.federation.connections.certificates import MOST_CERTIFICATES
from hanse.resources.federation.connections.endpoints import ARTIFACT_SECONDS, Binding, Profile
from hanse.saml.attributes import SAML_SUBJECT
from hanse.saml.errors import InvalidMessage
from hanse.saml.metadata import Contact, Endpoint, EntityDescriptor, IdpDescriptor, RoleDescriptor, SpDescriptor
from hanse.saml.xml_names import BINDING_ARTIFACT, BINDING_POST, BINDING_REDIRECT, BINDING_SOAP

Body = dict[str, Any]
# The bindings of other services that connections support. Endpoints with others are left out, because a connection with
# them could not be saved.
_BINDINGS: Final = {
    BINDING_POST: Binding.POST.value,
    BINDING_REDIRECT: Binding.REDIRECT.value,
    BINDING_SOAP: Binding.SOAP.value,
}
_CONSUMER_BINDINGS: Final = {BINDING_POST: Binding.POST, BINDING_ARTIFACT: Binding.ARTIFACT}
_BROWSER: Final = (Binding.POST.value, Binding.REDIRECT.value)
_LONGEST_NAME: Final = 64
# Members that the metadata only suggests. An administrator who has a template has decided about them.
_DECISIONS: Final = ("enabledProfiles", "attributeContract")


def connection_body(entity: EntityDescriptor, connection_type: str, template: Mapping[str, Any] | None = None) -> Body:
    """Return the body of a connection to a partner, over the members of a template.

    Raises InvalidMessage if the partner does not have the role.
    """
    body, member = (
        (_sp_body(entity), "spBrowserSso") if connection_type == "SP" else (_idp_body(entity), "idpBrowserSso")
    )
    merged = _merged(dict(template or {}), body)
    decided = (template or {}).get(member)
    if isinstance(decided, Mapping):
        merged[member].update({name: decided[name] for name in _DECISIONS if decided.get(name)})
    return merged


def _sp_body(entity: EntityDescriptor) -> Body:
    role = entity.sp
    if role is None:
        raise InvalidMessage("The metadata does not describe a SAML 2.0 service provider.")
    sso: Body = {
        "protocol": "SAML20",
        "enabledProfiles": [Profile.SP_INITIATED_SSO.value, Profile.IDP_INITIATED_SSO.value],
        "incomingBindings": list(_BROWSER),
        "ssoServiceEndpoints": list(_consumer_services(role)),
        "requireSignedAuthnRequests": role.authn_requests_signed,
        "signAssertions": role.want_assertions_signed,
        "attributeContract": _sp_contract(role),
        **_logout_services(role),
    }
    _add_artifacts(sso, role)
    return {**_common(entity, role, "SP"), "spBrowserSso": sso}


def _idp_body(entity: EntityDescriptor) -> Body:
    role = entity.idp
    if role is None:
        raise InvalidMessage("The metadata does not describe a SAML 2.0 identity provider.")
    sso: Body = {
        "protocol": "SAML20",
        "enabledProfiles": [Profile.SP_INITIATED_SSO.value],
        "incomingBindings": [Binding.POST.value],
        "ssoServiceEndpoints": _endpoints(role.single_sign_on, _BROWSER),
        "signAuthnRequests": role.want_authn_requests_signed,
        "attributeContract": {
            "coreAttributes": [{"name": SAML_SUBJECT}],
            "extendedAttributes": _idp_attributes(role),
        },
        **_logout_services(role),
    }
    _add_artifacts(sso, role)
    return {**_common(entity, role, "IDP"), "idpBrowserSso": sso}


def _add_artifacts(sso: Body, role: RoleDescriptor) -> None:
    """Accept artifacts of a partner that has services which resolve them."""
    locations = [
        {"index": each.index or 0, "url": each.location}
        for each in role.artifact_resolution
        if each.binding == BINDING_SOAP
    ]
    if locations:
        sso["incomingBindings"].append(Binding.ARTIFACT.value)
        sso["artifact"] = {"lifetime": ARTIFACT_SECONDS, "resolverLocations": locations}


def _common(entity: EntityDescriptor, role: RoleDescriptor, connection_type: str) -> Body:
    body: Body = {
        "type": connection_type,
        "name": (entity.organization or entity.entity_id)[:_LONGEST_NAME],
        "entityId": entity.entity_id,
        "active": False,
        "credentials": {"certs": list(_certificates(role))},
    }
    if entity.contacts:
        body["contactInfo"] = _contact(entity.contacts[0])
    return body


def _certificates(role: RoleDescriptor) -> Iterator[Body]:
    """Yield the certificates, the first of which is the primary one. Only one can encrypt."""
    signing, encryption = role.signing_certificates, role.encryption_certificates[:1]
    every = list(dict.fromkeys((*signing, *encryption)))[:MOST_CERTIFICATES]
    for each in every:
        yield {
            "x509File": {"fileData": _pem(each)},
            "activeVerificationCert": each in signing,
            "primaryVerificationCert": each in signing[:1],
            "secondaryVerificationCert": each in signing[1:2],
            "encryptionCert": each in encryption,
        }


def _consumer_services(role: SpDescriptor) -> Iterator[Body]:
    for each in role.assertion_consumer:
        binding = _CONSUMER_BINDINGS.get(each.binding)
        # Requests that resolve artifacts are authenticated by their signature.
        if binding is Binding.POST or (binding is not None and role.signing_certificates):
            service = {"binding": binding.value, "url": each.location, "index": each.index}
            yield {**service, "isDefault": each.is_default}


def _endpoints(endpoints: Sequence[Endpoint], bindings: Sequence[str]) -> list[Body]:
    found = []
    for each in endpoints:
        binding = _BINDINGS.get(each.binding)
        if binding in bindings:
            response = {"responseUrl": each.response_location} if each.response_location else {}
            found.append({"binding": binding, "url": each.location, **response})
    return found


def _logout_services(role: RoleDescriptor) -> Body:
    logout = _endpoints(role.single_logout, tuple(_BINDINGS.values()))
    return {"sloServiceEndpoints": logout} if logout else {}


def _sp_contract(role: SpDescriptor) -> Body:
    core = {"name": SAML_SUBJECT, **({"nameFormat": role.name_id_formats[0]} if role.name_id_formats else {})}
    requested = {
        each.name: {"name": each.name, **({"nameFormat": each.name_format} if each.name_format else {})}
        for each in role.requested_attributes
    }
    return {"coreAttributes": [core], "extendedAttributes": list(requested.values())}


def _idp_attributes(role: IdpDescriptor) -> list[Body]:
    return [{"name": name} for name in dict.fromkeys(each.name for each in role.attributes)]


def _contact(contact: Contact) -> Body:
    members = {
        "company": contact.company,
        "firstName": contact.given_name,
        "lastName": contact.surname,
        "email": (contact.email or "").removeprefix("mailto:"),
        "phone": contact.telephone,
    }
    return {name: value for name, value in members.items() if value}


def _pem(certificate: x509.Certificate) -> str:
    return certificate.public_bytes(Encoding.PEM).decode()


def _merged(template: Body, found: Body) -> Body:
    """Return the members of both; those of the metadata replace those of the template, within objects one by one."""
    merged = dict(template)
    for name, value in found.items():
        before = merged.get(name)
        merged[name] = _merged(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return merged
