"""Rules for the settings of the Artifact binding and of the back channel, which both kinds of connections share."""

import re
from collections.abc import Iterator
from typing import Final

from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.back_channel import BackChannelAuth
from hanse.resources.federation.connections.endpoint_rules import endpoint_errors
from hanse.resources.federation.connections.endpoints import ArtifactSettings

_SOURCE_ID: Final = re.compile(r"[0-9A-Fa-f]{40}")


def artifact_errors(
    settings: ArtifactSettings | None, path: str, base_url: str | None, *, are_received: bool
) -> Iterator[FieldError]:
    """Find errors in the settings of artifacts; `are_received` if the partner may send artifacts."""
    locations = [] if settings is None else settings.resolver_locations
    if are_received and not locations:
        text = "Enter the artifact resolution service of the partner, or remove Artifact from the incoming bindings."
        yield FieldError(text, f"{path}.resolverLocations", "required_field")
    if len({each.index for each in locations}) < len(locations):
        yield FieldError("Two endpoints have the same index.", f"{path}.resolverLocations", "value_in_use")
    addresses = [(f"{path}.resolverLocations[{index}].url", each.url) for index, each in enumerate(locations)]
    yield from endpoint_errors(base_url, addresses)
    if settings is not None and settings.source_id and not _SOURCE_ID.fullmatch(settings.source_id):
        yield FieldError("Enter 40 hexadecimal digits.", f"{path}.sourceId", "invalid_value")


def password_errors(settings: BackChannelAuth | None, path: str) -> Iterator[FieldError]:
    """Find a user name without a password, and the reverse."""
    basic = None if settings is None else settings.http_basic_credentials
    if basic is None:
        return
    has_password = bool(basic.password or basic.encrypted_password)
    if has_password and not basic.username:
        yield FieldError("Enter the user name.", f"{path}.httpBasicCredentials.username", "required_field")
    if basic.username and not has_password:
        yield FieldError("Enter the password.", f"{path}.httpBasicCredentials.password", "required_field")
    if ":" in (basic.username or ""):
        # RFC 7617, section 2: the first colon ends the user name.
        yield FieldError("A user name must not have a colon.", f"{path}.httpBasicCredentials.username", "invalid_value")
