"""The issuers: their identifiers, and the hosts and paths at which they answer.

Verifiers of tokens compare an issuer's identifier character by character (OpenID Connect Core, section 3.1.3.7), so it
comes from the configuration alone: a request's Host field selects one of the configured issuers and never names one.
The port of that field is ignored, because proxies drop and change it; the identifier has the port of the base URL.
"""

import ipaddress
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit


@dataclass(frozen=True)
class IssuerAddress:
    """The address of an issuer: host in lower case without port, and an optional path."""

    host: str
    path: str = ""


@dataclass(frozen=True)
class IssuerName:
    """An issuer. `virtual_issuer` is the id of its virtual issuer, if it is one."""

    identifier: str
    place: IssuerAddress
    virtual_issuer: str | None = None


@dataclass(frozen=True)
class VirtualIssuer:
    """The facts about a virtual issuer that determine its name."""

    id: str
    host: str
    path: str


def names(base_url: str | None, hosts: Iterable[str], virtual_issuers: Iterable[VirtualIssuer]) -> Iterator[IssuerName]:
    """Yield all issuers; of several at the same address the first one wins.

    The base URL is one. A virtual host name is the base URL under another host, which is therefore an issuer of its
    own. A virtual issuer has a host and a path, and its own keys, so it precedes both.
    """
    # Before the base URL is configured, virtual issuers use the default port of https (RFC 9110, section 4.2.2).
    base = urlsplit(base_url or "https://")
    for issuer in virtual_issuers:
        origin = f"{base.scheme}://{issuer.host}{_port_suffix(base)}"
        yield IssuerName(f"{origin}{issuer.path}", IssuerAddress(issuer.host.lower(), issuer.path), issuer.id)
    if base_url is None:
        return
    # OpenID Connect Discovery, section 4.1, removes a slash at the end before it adds the well-known path.
    path = base.path.rstrip("/")
    yield IssuerName(f"{base.scheme}://{base.netloc}{path}", IssuerAddress(_host_of(base), unquote(path)))
    for host in hosts:
        yield IssuerName(
            f"{base.scheme}://{host}{_port_suffix(base)}{path}", IssuerAddress(host.lower(), unquote(path))
        )


def _port_suffix(base: SplitResult) -> str:
    return "" if base.port is None else f":{base.port}"


def _host_of(base: SplitResult) -> str:
    host = base.hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        # A non-ASCII name is sent in its A-label form (RFC 5891); a name without one is never requested.
        return host if host.isascii() else _to_ascii(host)
    return f"[{address}]" if address.version == 6 else str(address)  # noqa: PLR2004 - IPv6, as its name says.


def _to_ascii(host: str) -> str:
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return host
