"""Compares a connection with the metadata of its partner, and applies the differences.

Only entity ID, endpoints, certificates and name ID formats are compared. All other settings are decisions of an
administrator. A part that the metadata leaves out stays as it is.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.kit.clock import from_text
from hanse.kit.texts.labels import Labeled
from hanse.kit.texts.translation import say
from hanse.resources.federation.connections.certificates import file_facts
from hanse.resources.federation.connections.endpoint_rules import absolute_endpoint
from hanse.resources.federation.connections.endpoints import Binding, Profile
from hanse.resources.federation.metadata.partner_facts import SSO_MEMBERS, PartnerFacts
from hanse.saml.xml_names import NAMEID_UNSPECIFIED

Body = Mapping[str, Any]
_LOGOUT: Final = frozenset({Profile.SP_INITIATED_SLO.value, Profile.IDP_INITIATED_SLO.value})
_SIGNS, _ENCRYPTS = "activeVerificationCert", "encryptionCert"
_Values = Annotated[list[str], Field(max_length=1_000)]


class MetadataPart(Labeled):
    """A part of a connection that its partner's metadata determines."""

    ENTITY_ID = "ENTITY_ID", "Entity ID"
    SSO_ENDPOINTS = "SSO_ENDPOINTS", "Sign-on endpoints"
    SLO_ENDPOINTS = "SLO_ENDPOINTS", "Logout endpoints"
    CERTIFICATES = "CERTIFICATES", "Certificates"
    NAME_ID_FORMAT = "NAME_ID_FORMAT", "Name ID format"


class MetadataDifference(ConfigModel):
    """The values of one part that are only in the metadata, and those that are only in the connection."""

    part: MetadataPart
    added: Annotated[_Values, Field(description="Values that the metadata has and the connection lacks.")]
    removed: Annotated[_Values, Field(description="Values of the connection that are no longer in the metadata.")]


@dataclass(frozen=True)
class _Comparison:
    """Values by their keys, and how one of them is shown and put into a connection."""

    part: MetadataPart
    before: Mapping[Any, Any]
    after: Mapping[Any, Any]
    shown: Callable[[Any], str]
    # Returns the members of the connection, below the path, with the values of the metadata.
    path: tuple[str, ...]
    value: Any

    @property
    def differs(self) -> bool:
        return self.before.keys() != self.after.keys()

    def difference(self) -> MetadataDifference:
        added = [self.shown(each) for key, each in self.after.items() if key not in self.before]
        removed = [self.shown(each) for key, each in self.before.items() if key not in self.after]
        return MetadataDifference(part=self.part, added=added, removed=removed)


def differences(connection: Body, facts: PartnerFacts) -> list[MetadataDifference]:
    """Return the parts in which a stored connection differs from the metadata, in the language of the request."""
    return [each.difference() for each in _comparisons(connection, facts) if each.differs]


def updated_body(connection: Body, facts: PartnerFacts) -> dict[str, Any]:
    """Return the body of a connection with the values of the metadata in the parts that differ."""
    body = dict(connection)
    for each in _comparisons(connection, facts):
        if each.differs:
            body = _with(body, each.path, each.value)
    return body


def _comparisons(connection: Body, facts: PartnerFacts) -> Iterator[_Comparison]:
    member = SSO_MEMBERS[connection["type"]]
    sso, base = connection.get(member) or {}, connection.get("baseUrl")
    before, after = connection["entityId"], facts.entity_id
    yield _Comparison(MetadataPart.ENTITY_ID, {before: before}, {after: after}, str, ("entityId",), after)
    if facts.sso_service_endpoints:
        found = (sso.get("ssoServiceEndpoints"), facts.sso_service_endpoints)
        yield _endpoints(MetadataPart.SSO_ENDPOINTS, base, *found, (member, "ssoServiceEndpoints"))
    uses_logout = bool(sso.get("sloServiceEndpoints") or _LOGOUT & set(sso.get("enabledProfiles") or ()))
    if facts.slo_service_endpoints and uses_logout:
        found = (sso.get("sloServiceEndpoints"), facts.slo_service_endpoints)
        yield _endpoints(MetadataPart.SLO_ENDPOINTS, base, *found, (member, "sloServiceEndpoints"))
    if facts.certs:
        yield _certificates((connection.get("credentials") or {}).get("certs") or (), facts.certs)
    yield from _formats(sso, facts, member)


def _endpoints(
    part: MetadataPart, base: str | None, before: Sequence[Body] | None, after: Sequence[Body], path: tuple[str, ...]
) -> _Comparison:
    return _Comparison(part, _by_key(before or (), base), _by_key(after, base), _shown_endpoint, path, list(after))


def _by_key(endpoints: Iterable[Body], base: str | None) -> dict[tuple[Any, ...], Body]:
    found: dict[tuple[Any, ...], Body] = {}
    for position, each in enumerate(endpoints):
        url = absolute_endpoint(base, each["url"])
        # An assertion consumer service without an index has that of its position.
        index = (each.get("index") if each.get("index") is not None else position) if "isDefault" in each else None
        response = each.get("responseUrl")
        answers = absolute_endpoint(base, response) if response else url
        found[each["binding"], url, answers, index, bool(each.get("isDefault"))] = {**each, "url": url}
    return found


def _shown_endpoint(endpoint: Body) -> str:
    address = f"{Binding(endpoint['binding']).label} {endpoint['url']}"
    response, index = endpoint.get("responseUrl"), endpoint.get("index")
    if response:
        return say("{address}, responses to {response}", address=address, response=response)
    if index is None:
        return address
    if endpoint.get("isDefault"):
        return say("{address}, index {index}, default", address=address, index=index)
    return say("{address}, index {index}", address=address, index=index)


def _certificates(before: Sequence[Body], after: Sequence[Body]) -> _Comparison:
    known = {file_facts(each["x509File"])["sha256Fingerprint"]: each["x509File"] for each in before}
    # Certificates that stay keep their IDs, and those that an administrator has deactivated stay in the list.
    inactive = [each for each in before if not each.get(_SIGNS) and not each.get(_ENCRYPTS)]
    new = [{**each, "x509File": known.get(_fingerprint(each), each["x509File"])} for each in after]
    listed = {_fingerprint(each) for each in after}
    value = [*new, *(each for each in inactive if _fingerprint(each) not in listed)]
    return _Comparison(
        MetadataPart.CERTIFICATES,
        _uses(before),
        _uses(after),
        _shown_certificate,
        ("credentials", "certs"),
        value,
    )


def _uses(certificates: Iterable[Body]) -> dict[tuple[str, str], tuple[str, Body]]:
    """Return the certificates that are in use, by their fingerprint and use."""
    uses = ((use, each) for each in certificates for use in (_SIGNS, _ENCRYPTS) if each.get(use))
    return {(_fingerprint(each), use): (use, each) for use, each in uses}


def _fingerprint(certificate: Body) -> str:
    return str(file_facts(certificate["x509File"])["sha256Fingerprint"])


def _shown_certificate(used: tuple[str, Body]) -> str:
    use, certificate = used
    facts = file_facts(certificate["x509File"])
    values = {
        "subject": facts["subjectDN"],
        "end": from_text(facts["expires"]),
        "fingerprint": facts["sha256Fingerprint"],
    }
    if use == _SIGNS:
        return say("Signature certificate {subject}, valid until {end}, SHA-256 {fingerprint}", **values)
    return say("Encryption certificate {subject}, valid until {end}, SHA-256 {fingerprint}", **values)


def _formats(sso: Body, facts: PartnerFacts, member: str) -> Iterator[_Comparison]:
    """Compare the format of the core attribute, unless the metadata allows it or it is unspecified."""
    core = ((sso.get("attributeContract") or {}).get("coreAttributes") or [{}])[0]
    current, offered = core.get("nameFormat"), facts.name_id_formats
    if not offered or current in (None, NAMEID_UNSPECIFIED, *offered):
        return
    path = (member, "attributeContract", "coreAttributes")
    value = [{**core, "nameFormat": offered[0]}]
    yield _Comparison(MetadataPart.NAME_ID_FORMAT, {current: current}, {offered[0]: offered[0]}, str, path, value)


def _with(body: Body, path: tuple[str, ...], value: Any) -> dict[str, Any]:
    name, *rest = path
    return {**body, name: _with(body.get(name) or {}, tuple(rest), value) if rest else value}
