"""The sealed parameters of a redirect to the host in the common domain."""

from typing import Final, TypeVar

import msgspec

from hanse.engine.services import Services

# A redirect takes a moment; users do not see a page meanwhile.
USABLE_SECONDS: Final = 300.0
VISIT: Final = "visit"
# Servers and proxies limit the length of addresses to about 8,000 octets.
_LONGEST: Final = 6_000


class WriteVisit(msgspec.Struct, frozen=True):
    """A redirect to write the cookie: the identity provider, and the address to return to."""

    made: float
    entity_id: str
    return_to: str


class ReadVisit(msgspec.Struct, frozen=True):
    """A redirect to read the cookie: the issuer and the parameters of the request that continues."""

    made: float
    issuer: str
    parameters: list[tuple[str, str]]


V = TypeVar("V", WriteVisit, ReadVisit)


def seal(services: Services, visit: WriteVisit | ReadVisit) -> str:
    """Return the parameter; empty if it would be too long for an address."""
    sealed = services.state.sealed_texts.seal(type(visit).__name__, msgspec.json.encode(visit))
    return sealed if len(sealed) <= _LONGEST else ""


def opened(services: Services, kind: type[V], text: str) -> V | None:
    """Return what was sealed; None for a text that is too old, or that was not sealed here for this use."""
    value = services.state.sealed_texts.open(kind.__name__, text) if 0 < len(text) <= _LONGEST else None
    if value is None:
        return None
    visit = msgspec.json.decode(value, type=kind)
    age = services.clock.now().timestamp() - visit.made
    # Clocks of the nodes may differ a little.
    return visit if -USABLE_SECONDS < age < USABLE_SECONDS else None
