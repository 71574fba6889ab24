"""TLS to other servers, with the authorities of the operating system and those of administrators."""

import ssl

from hanse.data_stores.settings import SourceFailed


def client_context(authorities: str, *, verify_host: bool) -> ssl.SSLContext:
    """Return a TLS context that also trusts these authorities (PEM); raises SourceFailed if they cannot be read."""
    context = ssl.create_default_context()
    # RFC 9325, section 3.1.1.
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = verify_host
    if authorities:
        try:
            context.load_verify_locations(cadata=authorities)
        except ssl.SSLError as error:
            raise SourceFailed("The trusted certificates cannot be read.") from error
    return context
