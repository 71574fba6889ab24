"""The TLS certificate that a client has presented, at the listener or at a trusted proxy.

The TLS handshake proves that the client has the private key. The certificate itself is compared later, with the client
or the token of each request: the listener and proxies also accept certificates that only some clients may use.
"""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import lru_cache

import structlog
from cryptography import x509
from cryptography.hazmat.primitives import hashes

from hanse.engine.http.request import Request
from hanse.kit.http.forwarded import CLIENT_CERTIFICATES

LOG = structlog.stdlib.get_logger("hanse.oauth")


@dataclass(frozen=True)
class PresentedCertificate:
    """A certificate, the other certificates of its chain that were presented, and its SHA-256 thumbprint."""

    leaf: x509.Certificate
    others: tuple[x509.Certificate, ...]
    thumbprint: str


def presented_certificate(request: Request) -> PresentedCertificate | None:
    """Return the certificate of a request; None if there is none, or one that cannot be read."""
    forwarded: tuple[str, ...] | None = request.scope.get(CLIENT_CERTIFICATES)
    if forwarded is None:
        extensions = request.scope.get("extensions") or {}
        forwarded = tuple((extensions.get("tls") or {}).get("client_cert_chain") or ())
    return _read(forwarded) if forwarded else None


def thumbprint_of(request: Request) -> str:
    """Return the thumbprint of the certificate of a request; empty without a certificate."""
    presented = presented_certificate(request)
    return "" if presented is None else presented.thumbprint


# A client sends many requests with one certificate.
@lru_cache(maxsize=256)
def _read(chain: tuple[str, ...]) -> PresentedCertificate | None:
    try:
        leaf, *others = (x509.load_pem_x509_certificate(each.encode("ascii")) for each in chain)
    except (ValueError, x509.InvalidVersion):
        LOG.warning("client certificate cannot be read")
        return None
    digest = urlsafe_b64encode(leaf.fingerprint(hashes.SHA256())).rstrip(b"=").decode("ascii")
    return PresentedCertificate(leaf, tuple(others), digest)
