"""`tls_client_auth` and `self_signed_tls_client_auth`: a certificate in the TLS handshake (RFC 8705, section 2).

A client with a configured subject DN uses the first method: its certificate must lead to a trusted authority. A client
without one uses the second: its certificate must be one of its JWKS (`x5c`), whoever issued it.
"""

from base64 import b64encode
from typing import Final

import structlog
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.crypto.jwk import Jwk
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.mutual_tls.named_certificates import CertificateRefused, NamedCertificates
from hanse.engine.mutual_tls.presented_certificate import PresentedCertificate, presented_certificate
from hanse.engine.oauth.client_authentication.methods import ClientCredentials
from hanse.engine.oauth.jose.client_keys import ClientKeys, NoClientKeys
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.resources.applications.clients.choices import AuthType

LOG = structlog.stdlib.get_logger("hanse.oauth")
# The registered names of both methods (RFC 8705, sections 2.1.1 and 2.2.1).
METHOD_NAMES: Final = ("tls_client_auth", "self_signed_tls_client_auth")


class TlsCertificate:
    """Compares the presented certificate with the settings of the client."""

    name = METHOD_NAMES[0]
    types = frozenset({AuthType.CERTIFICATE})
    # The handshake has proven that the client has the private key.
    is_guessable = False

    def __init__(self, keys: ClientKeys, named: NamedCertificates) -> None:
        self._keys = keys
        self._named = named

    def present(self, request: Request, form: Parameters) -> ClientCredentials | None:
        """Return the identifier of the client, which is sent as a parameter (section 2)."""
        client_id = form.one("client_id")
        if client_id is None or presented_certificate(request) is None:
            return None
        return ClientCredentials(client_id)

    async def verify(self, request: Request, client: RegisteredClient | None, _credentials: ClientCredentials) -> bool:
        """Return whether the certificate is the client's."""
        presented = presented_certificate(request)
        if client is None or presented is None:
            return False
        if client.settings.client_auth.client_cert_subject_dn:
            return await self._is_expected(request, client, presented)
        return await self._is_registered(client, presented)

    async def _is_expected(self, request: Request, client: RegisteredClient, presented: PresentedCertificate) -> bool:
        """Return whether subject and issuer are those of the client, and the chain is trusted and not revoked.

        RFC 8705, section 2.1, leaves the validation of the chain to the server.
        """
        auth = client.settings.client_auth
        try:
            await self._named.check(
                request, presented, auth.client_cert_subject_dn or "", auth.client_cert_issuer_dn or ""
            )
        except CertificateRefused as refused:
            LOG.info("client certificate not accepted", client=client.id, reason=str(refused))
            return False
        return True

    async def _is_registered(self, client: RegisteredClient, presented: PresentedCertificate) -> bool:
        """Return whether the certificate is one of the client's own (section 2.2)."""
        sent = b64encode(presented.leaf.public_bytes(Encoding.DER)).decode("ascii")
        try:
            if _contains(await self._keys.load(client), sent):
                return True
            # It may be a new certificate that is already in the JWKS at the client's URL.
            return _contains(await self._keys.load(client, newer=True), sent)
        except NoClientKeys as error:
            LOG.warning("no certificates of a client", client=client.id, reason=str(error))
            return False


def _contains(keys: tuple[Jwk, ...], certificate: str) -> bool:
    # The first certificate of `x5c` is that of the key (RFC 7517, section 4.7).
    chains = (each.get("x5c") for each in keys)
    return any(isinstance(each, list) and bool(each) and each[0] == certificate for each in chains)
