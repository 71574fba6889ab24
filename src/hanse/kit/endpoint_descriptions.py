"""Descriptions of the engine's endpoints for administrators: declared next to the routes, shown by the console."""

from dataclasses import dataclass
from enum import StrEnum


class EndpointKind(StrEnum):
    """The five lists of the help menu (specification 3, section 2.2), with the names of its items."""

    IDP_APPLICATION = "idp-application"
    IDP = "idp"
    SP_APPLICATION = "sp-application"
    SP = "sp"
    OAUTH = "oauth"


@dataclass(frozen=True)
class EndpointDescription:
    """An endpoint. `template` has `{origin}` and `{path}`, the parts of an issuer's identifier."""

    name: str
    template: str
    description: str
    kinds: frozenset[EndpointKind]
    # True if only issuers have it, and not every address of the engine.
    of_issuer: bool = True


@dataclass(frozen=True)
class Address:
    """An address of the engine. `is_virtual` marks addresses of virtual hosts and virtual issuers."""

    origin: str
    path: str = ""
    is_issuer: bool = True
    is_virtual: bool = False
