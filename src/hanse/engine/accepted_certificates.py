"""The certificates that the TLS handshake accepts from clients, as PEM.

OpenSSL ends the handshake if no chain leads from the client's certificate to one of these. They are the trusted
authorities and those of certificate groups, the certificates in the settings of clients that authenticate with
self-signed ones, or whose access tokens are bound to one (RFC 8705, section 4), and those of SAML partners on the back
channel. Each request is checked later for a certificate that its client or partner may use. Certificates at a client's
JWKS URL are not known at the handshake: such a client needs a proxy that accepts all certificates, or the certificates
in its settings.
"""

import json
from collections.abc import Iterator
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.crypto.certificate_chains import UnfitCertificate, from_chain
from hanse.engine.mutual_tls.authorities import CLIENT_AUTHORITIES, ClientAuthorities
from hanse.engine.saml.idp.partners import SP_PARTNERS, SpPartners
from hanse.engine.snapshot.clients import CLIENTS, Clients
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES, ConnectionSources
from hanse.engine.snapshot.model import Snapshot
from hanse.resources.applications.clients.choices import AuthType

_BOUND = "tlsClientCertificateBoundAccessTokens"
# Parts of the JSON of each client that presents a certificate, of which it has one at least; the snapshot has JSON
# without spaces.
_MARKS = f'"{AuthType.CERTIFICATE.value}"'.encode(), f'"{_BOUND}":true'.encode()


class AcceptedCertificates:
    """Collects the certificates of a snapshot, and again after its clients or authorities have changed."""

    def __init__(self) -> None:
        self._parts: tuple[Clients, ClientAuthorities, SpPartners, ConnectionSources] | None = None
        self._pem = ""

    def of(self, snapshot: Snapshot) -> str:
        """Return the certificates as PEM; empty for none."""
        if CLIENTS.name not in snapshot.parts:
            return ""
        clients, authorities = snapshot.part(CLIENTS), snapshot.part(CLIENT_AUTHORITIES)
        parts = clients, authorities, snapshot.part(SP_PARTNERS), snapshot.part(CONNECTION_SOURCES)
        if self._parts is None or any(new is not old for new, old in zip(parts, self._parts, strict=True)):
            found = (
                *map(_pem, (*authorities.all, *_registered(clients))),
                *parts[2].client_certificates(),
                *parts[3].client_certificates(),
            )
            # The text that an administrator entered can lack the line break at its end.
            self._pem = "\n".join(dict.fromkeys(found))
            self._parts = parts
        return self._pem


def _pem(certificate: x509.Certificate) -> str:
    return certificate.public_bytes(Encoding.PEM).decode("ascii")


def _registered(clients: Clients) -> Iterator[x509.Certificate]:
    for body in clients.bodies.values():
        if not any(mark in body for mark in _MARKS):
            continue
        settings: dict[str, Any] = json.loads(body)
        auth, keys = settings.get("clientAuth", {}), settings.get("jwksSettings", {}).get("jwks")
        authenticates = auth.get("type") == AuthType.CERTIFICATE.value and not auth.get("clientCertSubjectDn")
        if (authenticates or settings.get(_BOUND)) and keys:
            yield from _own_certificates(keys)


def _own_certificates(jwks: str) -> Iterator[x509.Certificate]:
    for key in json.loads(jwks).get("keys", ()):
        try:
            yield from from_chain(key.get("x5c", [])[:1])
        except UnfitCertificate:
            # The client cannot authenticate with it; the certificates of others are accepted nevertheless.
            continue
