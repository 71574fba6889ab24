"""TLS to other servers, with the authorities of the operating system and those of administrators."""

import ssl

from hanse.data_stores.settings import SourceFailed
from hanse.kit.http.tls import present_certificate


def client_context(authorities: str, *, verify_host: bool, client_key: str = "") -> ssl.SSLContext:
    """Return a TLS context that also trusts these authorities (PEM). Raises SourceFailed if a text cannot be read.

    If the other server requests a certificate, that of `client_key` is presented: a private key and its chain (PEM).
    """
    context = ssl.create_default_context()
    # RFC 9325, section 3.1.1.
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = verify_host
    if authorities:
        try:
            context.load_verify_locations(cadata=authorities)
        except ssl.SSLError as error:
            raise SourceFailed("The trusted certificates cannot be read.") from error
    if client_key:
        try:
            present_certificate(context, client_key)
        except OSError as error:
            raise SourceFailed("The TLS client certificate cannot be used.") from error
    return context
