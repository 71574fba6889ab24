"""The interface of a running provider for measurements."""

from collections.abc import Mapping
from dataclasses import dataclass, field

SECRET = "bench-secret-of-32-octets-or-more"  # noqa: S105 - of a client on this machine, for a minute.
USER, PASSWORD = "joe", "Schiffer12"
REDIRECT = "http://localhost:9032/callback"
# The clients, equal at every provider: one for each kind of access token, and a web application.
RS256, ES256, OPAQUE, WEB = "bench-rs256", "bench-es256", "bench-opaque", "bench-web"


@dataclass(frozen=True)
class Provider:
    """A provider on this machine, over plain HTTP. An empty path is not measured."""

    name: str
    port: int
    pid: int
    token: str
    introspection: str
    authorization: str
    # A session of the user, as a Cookie field; empty if there is none.
    cookie: str = ""
    host: str = "localhost"
    # Parameters that a provider requires in every token request.
    more: Mapping[str, str] = field(default_factory=dict)
