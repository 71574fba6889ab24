"""The stored content of a reference token, sealed by the store."""

from collections.abc import Mapping
from typing import Any

import msgspec

from hanse.engine.signin.contracts import Value


class StoredToken(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a reference token. `claims` is the answer of introspection, which includes `attributes`."""

    client_id: str
    issuer: str
    scopes: tuple[str, ...]
    attributes: Mapping[str, Value] = {}
    claims: Mapping[str, Any] = {}
    # True if the grant can be refreshed.
    persistent: bool = False
    # The user key of the grant; empty for a client that acts on its own behalf.
    subject: str = ""
    # True if the use of the token never extends its lifetime: it was issued in exchange for one that expires as well.
    fixed: bool = False
