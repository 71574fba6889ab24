"""Sends Access-Requests to RADIUS servers over UDP, and waits for their responses."""

import socket
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import structlog

from hanse.data_stores.deadlines import Deadline
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.validators import ValidatorServices
from hanse.plugins.validators.radius.packets import (
    AUTHENTICATOR_BYTES,
    AccessRequest,
    Credentials,
    Response,
    access_request,
    read_response,
)

LOG = structlog.stdlib.get_logger("hanse.password-validators")
_MOST_BYTES: Final = 4096
# Time for all servers together: a user waits for the answer.
MOST_SECONDS: Final = 20.0


@dataclass(frozen=True)
class RadiusServer:
    """A RADIUS server and the secret that it shares with this server."""

    host: str
    port: int
    secret: bytes = field(repr=False)
    uses_chap: bool = False


@dataclass(frozen=True)
class RadiusClient:
    """Sends requests to servers in their order; to the next one only if a server does not answer."""

    servers: Sequence[RadiusServer]
    nas_identifier: str
    # Seconds to wait for the response to one transmission, and the number of retransmissions to each server.
    timeout: float
    retries: int

    def check(self, username: str, password: str, services: ValidatorServices) -> Response:
        """Return the response of the first server that answers. Raises Unavailable if none does in time."""
        end = Deadline(MOST_SECONDS)
        for server in self.servers:
            credentials = Credentials(username, password, self.nas_identifier, server.uses_chap)
            # The identifier and the authenticator are new for each server; retransmissions repeat them.
            chosen = services.randomness.token_bytes(AUTHENTICATOR_BYTES + 1)
            request = access_request(credentials, server.secret, chosen[0], chosen[1:])
            try:
                with services.place(f"RADIUS server {server.host}"):
                    found = self._exchange(server, request, end)
            except OSError as error:
                # An address that cannot be resolved, or a port that is closed.
                LOG.warning("RADIUS server not reachable", host=server.host, reason=error.strerror or str(error))
                continue
            if found is not None:
                return found
            LOG.warning("RADIUS server does not answer", host=server.host)
        raise Unavailable("No RADIUS server answers.")

    def _exchange(self, server: RadiusServer, request: AccessRequest, end: Deadline) -> Response | None:
        family, type_, protocol, _, address = socket.getaddrinfo(server.host, server.port, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, type_, protocol) as channel:
            # A connected socket receives packets of this server only.
            channel.connect(address)
            for _ in range(self.retries + 1):
                seconds = min(self.timeout, end.remaining())
                if not seconds:
                    return None
                channel.send(request.packet)
                found = _receive(channel, server, request, Deadline(seconds))
                if found is not None:
                    return found
        return None


def _receive(
    channel: socket.socket, server: RadiusServer, request: AccessRequest, deadline: Deadline
) -> Response | None:
    """Return the response, or None when the time is over. Other packets are ignored, and do not extend the time."""
    while not deadline.has_passed:
        # A time-out of zero would mean that the socket does not wait at all.
        channel.settimeout(max(deadline.remaining(), 0.001))
        try:
            packet = channel.recv(_MOST_BYTES)
        except TimeoutError:
            return None
        found = read_response(packet, request, server.secret)
        if found is not None:
            return found
        LOG.warning("response of a RADIUS server is not authentic", host=server.host)
    return None
