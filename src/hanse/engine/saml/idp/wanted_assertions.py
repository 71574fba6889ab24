"""A checked request for an assertion, which is stored while the user signs in."""

from typing import Self

import msgspec

from hanse.resources.federation.connections.endpoints import Binding


class WantedAssertion(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about a request that the response needs."""

    # The ID of the connection, and the entity ID that this server uses towards the partner.
    connection: str
    partner: str
    server: str
    # The virtual server ID; empty if `server` is the server's own entity ID.
    virtual_id: str = ""
    consumer: str
    # The binding of the consumer service: POST or Artifact.
    binding: Binding = Binding.POST
    relay_state: str | None = None
    # Empty if this server began the sign-in.
    request_id: str = ""
    is_passive: bool = False
    name_id_format: str = ""
    # The identifier of the only user who is accepted; empty for any.
    name_id: str = ""
    contexts: tuple[str, ...] = ()

    def encode(self) -> bytes:
        """Return the request in the form in which a flow stores it."""
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, body: bytes) -> Self:
        """Return a stored request."""
        return msgspec.json.decode(body, type=cls)
