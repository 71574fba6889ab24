"""Rules for the addresses to which a connection allows users to be sent, besides those of redirect validation."""

from collections.abc import Iterator
from typing import Final

from hanse.config.declare.types import is_host_name
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.endpoints import UrlWhitelistEntry

_ANY_HOST_BELOW: Final = "*."


def allowed_address_errors(entry: UrlWhitelistEntry, path: str) -> Iterator[FieldError]:
    """Find errors in an entry. `path` is that of the entry."""
    if not is_host_name(entry.valid_domain.removeprefix(_ANY_HOST_BELOW)):
        text = "Enter a host name such as app.example.com or *.example.com."
        yield FieldError(text, f"{path}.validDomain", "invalid_host_name")
    valid = entry.valid_path
    if valid and (not valid.startswith("/") or any(each in valid for each in "?#\\") or not valid.isprintable()):
        text = "The path must start with a slash and must not contain spaces, a query or a fragment."
        yield FieldError(text, f"{path}.validPath", "invalid_path")
