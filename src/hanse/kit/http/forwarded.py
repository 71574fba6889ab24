"""Facts about a request that a trusted proxy forwards in header fields: addresses, hosts and client certificates.

A proxy is recognized by the address of its connection. In requests of others the same fields have no effect.
"""

import ipaddress
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote_to_bytes

import structlog
from starlette.types import ASGIApp, Receive, Scope, Send

from hanse.kit.http.hosts import AUTHORITY, client_address
from hanse.kit.option_values import Network

LOG = structlog.stdlib.get_logger("hanse.http")
# Key of the ASGI scope: the client's certificates as PEM, leaf first. Requests of trusted proxies that forward
# certificates always have it, even if it is empty, because the certificate of the connection is the proxy's own.
CLIENT_CERTIFICATES: Final = "hanse.client_certificates"
_PEM: Final = re.compile(r"-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----")
_MOST_CERTIFICATES: Final = 10
Fields = Sequence[tuple[bytes, bytes]]


@dataclass(frozen=True)
class ProxyFields:
    """The lower-case names of the fields that proxies set; an empty name means that there is no such field."""

    address: bytes = b""
    takes_last_address: bool = True
    host: bytes = b""
    takes_last_host: bool = True
    certificate: bytes = b""
    chain: bytes = b""
    # True if certificates are percent-encoded, as by nginx. Apache replaces line breaks with spaces.
    is_escaped: bool = False
    terminates_tls: bool = False

    def has_certificate(self, name: bytes) -> bool:
        """Return whether a field contains certificates."""
        if not self.certificate:
            return False
        return name == self.certificate or bool(
            self.chain and (name == self.chain or name.startswith(self.chain + b"_"))
        )


class IncomingProxy:
    """An ASGI application around another one, which sees requests as the proxy received them."""

    def __init__(self, app: ASGIApp, trusted: Sequence[Network], fields: Callable[[], ProxyFields]) -> None:
        """`trusted` are the networks of proxies; `fields` returns the fields that are configured now."""
        self._app = app
        self._trusted = tuple(trusted)
        self._fields = fields

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Apply the fields of a trusted proxy, and remove all fields with certificates."""
        if scope["type"] == "http":
            fields = self._fields()
            if self._is_trusted(scope):
                _take_over(scope, fields)
            if fields.certificate:
                # No later code reads these fields, and certificates are long.
                scope["headers"] = [each for each in scope["headers"] if not fields.has_certificate(each[0])]
        await self._app(scope, receive, send)

    def _is_trusted(self, scope: Scope) -> bool:
        if not self._trusted:
            return False
        address = client_address(scope)
        mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
        peer = mapped or address
        return peer is not None and any(peer in network for network in self._trusted)


def _take_over(scope: Scope, fields: ProxyFields) -> None:
    headers: Fields = scope["headers"]
    if fields.terminates_tls:
        scope["scheme"] = "https"
    if fields.certificate:
        scope[CLIENT_CERTIFICATES] = _certificates(headers, fields)
    host = _chosen(headers, fields.host, last=fields.takes_last_host) if fields.host else ""
    if host and AUTHORITY.fullmatch(host.encode("latin-1")):
        headers = [*((name, value) for name, value in headers if name != b"host"), (b"host", host.encode("latin-1"))]
    address = _address(_chosen(headers, fields.address, last=fields.takes_last_address)) if fields.address else ""
    if address:
        scope["client"] = (address, 0)
    scope["headers"] = headers


def _chosen(headers: Fields, name: bytes, *, last: bool) -> str:
    """Return the first or the last of the values that proxies have added to a field."""
    joined = b",".join(value for each, value in headers if each == name).decode("latin-1")
    values = [each.strip() for each in joined.split(",") if each.strip()]
    return (values[-1] if last else values[0]) if values else ""


def _address(text: str) -> str:
    """Return an address without its port and brackets; empty if the text is not an address."""
    host = text[1:].partition("]")[0] if text.startswith("[") else text
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return ""


def _certificates(headers: Fields, fields: ProxyFields) -> tuple[str, ...]:
    """Return the client's certificates; none if the field was sent twice, because the client may have sent one."""
    sent = [value for name, value in headers if name == fields.certificate]
    if len(sent) > 1:
        LOG.warning("client certificate ignored, as its header was sent more than once")
        return ()
    leaf = _read(sent[0], fields) if sent else []
    if len(leaf) != 1:
        if sent and sent[0].strip() not in (b"", b"(null)"):
            LOG.warning("client certificate ignored, as its header cannot be read")
        return ()
    numbered = [fields.chain, *(b"%b_%d" % (fields.chain, number) for number in range(_MOST_CERTIFICATES))]
    chain = [value for wanted in numbered for name, value in headers if fields.chain and name == wanted]
    others = [pem for each in chain for pem in _read(each, fields) if pem != leaf[0]]
    return (*leaf, *others[:_MOST_CERTIFICATES])


def _read(value: bytes, fields: ProxyFields) -> list[str]:
    text = (unquote_to_bytes(value) if fields.is_escaped else value).decode("latin-1")
    bodies = ("".join(body.split()) for body in _PEM.findall(text))
    return [f"-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n" for body in bodies]
