"""Keeps stored passwords of the back channel from being sent to other servers than those that they were entered for.

Administrators who may change a connection need not know its password, and must not learn it by naming a server of
their own. They also see encrypted passwords in answers of the API, so an encrypted password that is sent is treated
like a stored one.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from hanse.config.declare.handles import Handle
from hanse.config.declare.rules import Proposal
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.back_channel import UsernamePasswordCredentials
from hanse.resources.federation.connections.back_channel_rules import OUTBOUND
from hanse.resources.federation.connections.credentials import ConnectionCredentials
from hanse.resources.federation.connections.endpoint_rules import absolute_endpoint
from hanse.resources.federation.connections.endpoints import Binding
from hanse.resources.federation.connections.model import Connection

_PATH: Final = f"{OUTBOUND}.httpBasicCredentials.password"
_BROWSER_SSO: Final = ("idpBrowserSso", "spBrowserSso")
_PORTS: Final = {"http": 80, "https": 443}
C = TypeVar("C", bound=Connection)
Body = Mapping[str, Any]
# Scheme, host and port of a server.
Origin = tuple[str, str, int]


def password_target_errors(
    proposal: Proposal[C], credentials: ConnectionCredentials, connections: Handle[C]
) -> Iterator[FieldError]:
    """Find a stored or encrypted password that would be sent to another server than before, or less protected."""
    outbound = credentials.outbound_back_channel_auth
    basic = None if outbound is None else outbound.http_basic_credentials
    if basic is None or basic.password:
        return
    if basic.encrypted_password is None and (proposal.old is None or _sealed(to_body(proposal.old)) is None):
        # There is no password. Another rule requires it.
        return
    new = to_body(proposal.new)
    if not any(not _goes_elsewhere(new, each) for each in _owners(proposal, basic, connections)):
        text = "Enter the password again. The change would send it to another server."
        yield FieldError(text, _PATH, "required_field")


def _owners(proposal: Proposal[C], basic: UsernamePasswordCredentials, connections: Handle[C]) -> Iterator[Body]:
    """Yield the connections for which the password that the save keeps was entered."""
    sealed = basic.encrypted_password
    old = None if proposal.old is None else to_body(proposal.old)
    if old is not None and sealed in (None, _sealed(old)):
        yield old
        return
    if sealed is None:
        return
    yield from (each for each in _stored(proposal.view, proposal.new.id, connections) if _sealed(each) == sealed)


def _stored(view: View, first: str | None, connections: Handle[C]) -> Iterator[Body]:
    """Yield all connections; the one with the same ID first. An imported connection is already stored."""
    if first is not None and (found := view.find(connections, first)) is not None:
        yield found.body
    for each in view.everything(connections):
        yield each.body


def _sealed(body: Body) -> str | None:
    outbound = (body.get("credentials") or {}).get("outboundBackChannelAuth") or {}
    sealed: str | None = (outbound.get("httpBasicCredentials") or {}).get("encryptedPassword")
    return sealed


def _goes_elsewhere(new: Body, old: Body) -> bool:
    return not set(_targets(new)) <= set(_targets(old)) or (_validates(old) and not _validates(new))


def _validates(body: Body) -> bool:
    outbound = (body.get("credentials") or {}).get("outboundBackChannelAuth") or {}
    return bool(outbound.get("validatePartnerCert", True))


def _targets(body: Body) -> Iterator[Origin]:
    """Yield the servers to which the password is sent."""
    base_url = body.get("baseUrl")
    for url in _addresses(body):
        try:
            parts = urlsplit(absolute_endpoint(base_url, url))
            yield parts.scheme, parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 0)
        except ValueError:
            # Another rule refuses the address.
            continue


def _addresses(body: Body) -> Iterator[str]:
    """Yield the addresses of the partner's SOAP services."""
    for member in _BROWSER_SSO:
        sso = body.get(member) or {}
        locations = (sso.get("artifact") or {}).get("resolverLocations") or ()
        logout = (each for each in sso.get("sloServiceEndpoints") or () if each.get("binding") == Binding.SOAP)
        yield from (each["url"] for each in (*locations, *logout))
    query = body.get("attributeQuery") or {}
    if query.get("url"):
        yield query["url"]
