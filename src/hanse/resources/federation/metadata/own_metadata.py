"""The metadata of this server, for one connection or for all of them.

It names only endpoints that answer and bindings that the connections accept, so that a partner which reads it can use
everything in it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, Final

from cryptography import x509

from hanse.resources.federation.connections.endpoints import LOGOUT_PROFILES, Binding, Profile
from hanse.saml.metadata import (
    AttributeAuthorityDescriptor,
    Contact,
    Endpoint,
    EntityDescriptor,
    IdpDescriptor,
    SpDescriptor,
)
from hanse.saml.paths import (
    IDP_ARTIFACT_PATH,
    IDP_ATTRIBUTE_PATH,
    IDP_SLO_PATH,
    IDP_SOAP_SLO_PATH,
    IDP_SSO_PATH,
    SP_ACS_PATH,
    SP_ARTIFACT_PATH,
    SP_SLO_PATH,
    SP_SOAP_SLO_PATH,
)
from hanse.saml.xml_names import BINDING_ARTIFACT, BINDING_POST, BINDING_REDIRECT, BINDING_SOAP

_URIS: Final = {
    Binding.POST.value: BINDING_POST,
    Binding.REDIRECT.value: BINDING_REDIRECT,
    Binding.ARTIFACT.value: BINDING_ARTIFACT,
}
_LOGOUT_URIS: Final = {**_URIS, Binding.SOAP.value: BINDING_SOAP}
_RESPONSE_URIS: Final = {Binding.POST.value: BINDING_POST, Binding.ARTIFACT.value: BINDING_ARTIFACT}
Body = Mapping[str, Any]
Certificates = Callable[[str], Iterable[x509.Certificate]]
# The part that one connection adds to the metadata, in the order of the members of `OwnRoles`.
RoleParts = tuple[bool | tuple[str, ...], ...]


@dataclass
class OwnRoles:
    """The parts of connections that metadata depends on, combined over all connections."""

    certificates: Certificates
    bindings: dict[str, None] = field(default_factory=dict)
    logout_bindings: dict[str, None] = field(default_factory=dict)
    response_bindings: dict[str, None] = field(default_factory=dict)
    sp_logout_bindings: dict[str, None] = field(default_factory=dict)
    idp_keys: dict[str, None] = field(default_factory=dict)
    sp_keys: dict[str, None] = field(default_factory=dict)
    idp_decryption_keys: dict[str, None] = field(default_factory=dict)
    decryption_keys: dict[str, None] = field(default_factory=dict)
    name_id_formats: dict[str, None] = field(default_factory=dict)
    is_idp: bool = False
    is_sp: bool = False
    wants_signed_requests: bool = False
    signs_requests: bool = False
    sends_artifacts: bool = False
    sends_artifacts_to_providers: bool = False
    answers_queries: bool = False
    wants_signed_assertions: bool = False

    def add_sp_connection(self, body: Body) -> None:
        """Add a connection to a service provider, towards which this server is the identity provider."""
        sso = body.get("spBrowserSso") or {}
        if sso.get("protocol") != "SAML20":
            return
        self.is_idp = True
        self.idp_keys.update(dict.fromkeys(signing_keys(body)))
        self.idp_decryption_keys.update(dict.fromkeys(_decryption_keys(body)))
        if Profile.SP_INITIATED_SSO.value in sso.get("enabledProfiles", ()):
            self.bindings.update(_incoming(sso, _URIS))
        self.logout_bindings.update(_logout_bindings(sso))
        self.wants_signed_requests |= bool(sso.get("requireSignedAuthnRequests"))
        self.sends_artifacts |= _sends_artifacts(sso)
        self.answers_queries |= bool(body.get("attributeQuery"))
        core = (sso.get("attributeContract") or {}).get("coreAttributes") or ()
        self.name_id_formats.update(dict.fromkeys(each["nameFormat"] for each in core if each.get("nameFormat")))

    def add_idp_connection(self, body: Body) -> None:
        """Add a connection to an identity provider, towards which this server is a service provider."""
        sso = body.get("idpBrowserSso") or {}
        if sso.get("protocol") != "SAML20":
            return
        self.is_sp = True
        self.sp_logout_bindings.update(_logout_bindings(sso))
        self.sp_keys.update(dict.fromkeys(signing_keys(body)))
        self.decryption_keys.update(dict.fromkeys(_decryption_keys(body)))
        self.signs_requests |= bool(sso.get("signAuthnRequests"))
        incoming = [each for each in sso.get("incomingBindings", ()) if each in _RESPONSE_URIS]
        named = incoming or (Binding.POST.value,)
        self.response_bindings.update(dict.fromkeys(_RESPONSE_URIS[each] for each in named))
        self.wants_signed_assertions |= bool(sso.get("assertionsSigned"))
        self.sends_artifacts_to_providers |= _sends_artifacts(sso)

    def offer_both(self, key: str) -> None:
        """Add both roles with their usual bindings and a signing key, for a server without connections.

        Two new servers can be connected only if one of them publishes metadata before it has a connection.
        """
        self.is_idp = self.is_sp = True
        self.bindings.update(dict.fromkeys((Binding.REDIRECT.value, Binding.POST.value)))
        self.response_bindings[BINDING_POST] = None
        self.idp_keys[key] = self.sp_keys[key] = None

    def parts(self) -> RoleParts:
        """Return what the connections have added, to be merged into other roles."""
        # Called for each of thousands of connections when a server starts.
        return tuple(tuple(value) if value.__class__ is dict else value for value in _read_parts()(self))

    def merge(self, parts: RoleParts) -> None:
        """Add the parts of other roles."""
        for each, value in zip(_parts(), parts, strict=True):
            before = getattr(self, each.name)
            setattr(self, each.name, before | dict.fromkeys(value) if isinstance(value, tuple) else before | value)

    @property
    def signing_key(self) -> str | None:
        """Return the id of the key pair that signs the metadata, if the connections have one."""
        return next(iter({**self.idp_keys, **self.sp_keys}), None)

    def entity(self, entity_id: str, base_url: str, contact: Body | None = None) -> EntityDescriptor:
        """Return the metadata with the endpoints below an address."""
        return EntityDescriptor(
            entity_id,
            idp=self._idp(base_url) if self.is_idp else None,
            attribute_authority=self._attribute_authority(base_url) if self.answers_queries else None,
            sp=self._sp(base_url) if self.is_sp else None,
            organization=(contact or {}).get("company"),
            contacts=contacts_of(contact or {}),
        )

    def _idp(self, base_url: str) -> IdpDescriptor:
        # The schema requires an endpoint, also of an identity provider that begins all sign-ins itself.
        bindings = [_URIS[each] for each in self.bindings] or [BINDING_POST]
        return IdpDescriptor(
            signing_certificates=self._of(self.idp_keys),
            encryption_certificates=self._of(self.idp_decryption_keys),
            name_id_formats=tuple(self.name_id_formats),
            want_authn_requests_signed=self.wants_signed_requests,
            artifact_resolution=_resolution(base_url, IDP_ARTIFACT_PATH) if self.sends_artifacts else (),
            single_logout=_logout(self.logout_bindings, base_url, IDP_SLO_PATH, IDP_SOAP_SLO_PATH),
            single_sign_on=tuple(Endpoint(each, f"{base_url}{IDP_SSO_PATH}") for each in bindings),
        )

    def _attribute_authority(self, base_url: str) -> AttributeAuthorityDescriptor:
        return AttributeAuthorityDescriptor(
            signing_certificates=self._of(self.idp_keys),
            encryption_certificates=self._of(self.idp_decryption_keys),
            attribute_services=(Endpoint(BINDING_SOAP, f"{base_url}{IDP_ATTRIBUTE_PATH}"),),
            name_id_formats=tuple(self.name_id_formats),
        )

    def _sp(self, base_url: str) -> SpDescriptor:
        return SpDescriptor(
            signing_certificates=self._of(self.sp_keys),
            encryption_certificates=self._of(self.decryption_keys),
            artifact_resolution=_resolution(base_url, SP_ARTIFACT_PATH) if self.sends_artifacts_to_providers else (),
            single_logout=_logout(self.sp_logout_bindings, base_url, SP_SLO_PATH, SP_SOAP_SLO_PATH),
            authn_requests_signed=self.signs_requests,
            want_assertions_signed=self.wants_signed_assertions,
            assertion_consumer=tuple(
                Endpoint(each, f"{base_url}{SP_ACS_PATH}", index=index, is_default=index == 0)
                for index, each in enumerate(self.response_bindings)
            ),
        )

    def _of(self, keys: Iterable[str]) -> tuple[x509.Certificate, ...]:
        return tuple(dict.fromkeys(found for each in keys for found in self.certificates(each)))


@cache
def _parts() -> tuple[Field[Any], ...]:
    """Return the members that connections add to."""
    return tuple(each for each in fields(OwnRoles) if each.name != "certificates")


@cache
def _read_parts() -> Callable[[OwnRoles], tuple[Any, ...]]:
    """Return what reads these members, in their order."""
    return attrgetter(*(each.name for each in _parts()))


def _incoming(sso: Body, known: Collection[str]) -> dict[str, None]:
    """Return the known bindings by which a partner may send messages, as keys."""
    return dict.fromkeys(each for each in sso.get("incomingBindings", ()) if each in known)


def _sends_artifacts(sso: Body) -> bool:
    endpoints = (*(sso.get("ssoServiceEndpoints") or ()), *(sso.get("sloServiceEndpoints") or ()))
    return any(each.get("binding") == Binding.ARTIFACT for each in endpoints)


def _resolution(base_url: str, path: str) -> tuple[Endpoint, ...]:
    """Return the artifact resolution service, with the index that artifacts of this server have."""
    return (Endpoint(BINDING_SOAP, f"{base_url}{path}", index=0, is_default=True),)


def _logout_bindings(sso: Body) -> dict[str, None]:
    """Return the bindings by which a partner may send logout messages; none without a profile for single logout."""
    return _incoming(sso, _LOGOUT_URIS) if LOGOUT_PROFILES & set(sso.get("enabledProfiles", ())) else {}


def _logout(bindings: Iterable[str], base_url: str, path: str, soap_path: str) -> tuple[Endpoint, ...]:
    paths = {Binding.SOAP.value: soap_path}
    return tuple(Endpoint(_LOGOUT_URIS[each], f"{base_url}{paths.get(each, path)}") for each in bindings)


def _decryption_keys(body: Body) -> Iterator[str]:
    credentials = body.get("credentials") or {}
    links = (credentials.get(name) for name in ("decryptionKeyPairRef", "secondaryDecryptionKeyPairRef"))
    yield from (each["id"] for each in links if each)


def signing_keys(body: Body) -> tuple[str, ...]:
    """Return the key pairs whose certificates verify signatures: the one that signs, and those that may follow it."""
    settings = (body.get("credentials") or {}).get("signingSettings") or {}
    link = settings.get("signingKeyPairRef")
    further = settings.get("alternativeSigningKeyPairRefs") or ()
    return (link["id"], *(each["id"] for each in further)) if link else ()


def contacts_of(contact: Body) -> tuple[Contact, ...]:
    """Return the contact of the server settings, if it has anything but a company."""
    found = Contact(
        "technical",
        contact.get("company"),
        contact.get("firstName"),
        contact.get("lastName"),
        contact.get("email"),
        contact.get("phone"),
    )
    return (found,) if found.given_name or found.surname or found.email or found.telephone else ()
