"""Finds the servers of a domain by DNS SRV records (RFC 2782)."""

import time
from collections.abc import Callable
from typing import Any, cast

import structlog
from dns.exception import DNSException
from dns.name import from_text
from dns.rdataset import Rdataset
from dns.resolver import NXDOMAIN, NoAnswer, Resolver

from hanse.data_stores.deadlines import Deadline
from hanse.data_stores.settings import ServerAddress, SourceFailed, SrvLookup
from hanse.kit.texts.messages import message

LOG = structlog.stdlib.get_logger("hanse.data-stores")
# Time limit for one name, in seconds; meanwhile the library asks the name servers in turn.
_LONGEST_LOOKUP = 5.0
# Maximum number of servers that are tried for one domain, as for configured hosts.
_MOST = 32
# Creates a resolver with the machine's current DNS settings.
MakeResolver = Callable[[], Resolver]


class SrvDiscovery:
    """The servers of some domains, cached according to their records; many threads may use it."""

    def __init__(
        self,
        lookup: SrvLookup,
        make_resolver: MakeResolver = Resolver,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lookup, self._make_resolver, self._monotonic = lookup, make_resolver, monotonic
        # By domain, with the end of its lifetime.
        self._kept: dict[str, tuple[Rdataset, float]] = {}

    def places(self, deadline: Deadline) -> list[ServerAddress]:
        """Return servers in the order in which they are tried; raises SourceFailed if there are none."""
        failure: SourceFailed | None = None
        found: list[ServerAddress] = []
        for domain in self._lookup.domains:
            try:
                found += self._of(domain, deadline)
            except SourceFailed as error:
                failure = error
        if not found:
            raise failure or SourceFailed("no domain is configured")
        return found[:_MOST]

    def _of(self, domain: str, deadline: Deadline) -> list[ServerAddress]:
        name = f"{self._lookup.prefix}.{domain}"
        # The order among servers of the same priority is random, in proportion to their weights.
        records = cast("list[Any]", self._records(domain, name, deadline).processing_order())
        named = [(record.target.to_text(omit_final_dot=True), record.port) for record in records]
        # A single dot means that the service does not exist.
        places = [ServerAddress(host, port, _certified(host, domain)) for host, port in named if host not in ("", ".")]
        if not places:
            raise SourceFailed(
                message("The SRV record {name} in DNS states that there is no such directory.", name=name)
            )
        return places

    def _records(self, domain: str, name: str, deadline: Deadline) -> Rdataset:
        kept = self._kept.get(domain)
        if kept is not None and self._monotonic() < kept[1]:
            return kept[0]
        try:
            answer = self._make_resolver().resolve(
                from_text(name), "SRV", lifetime=min(_LONGEST_LOOKUP, deadline.remaining()), search=False
            )
        except (NXDOMAIN, NoAnswer) as error:
            raise SourceFailed(message("There is no SRV record {name} in DNS.", name=name)) from error
        except DNSException as error:
            raise SourceFailed(f"The SRV record {name} cannot be looked up in DNS: {error}") from error
        found = cast("Rdataset", answer.rrset)
        self._kept[domain] = found, self._monotonic() + min(self._lookup.ttl, found.ttl)
        LOG.debug("DNS SRV records of the directory looked up", name=name, records=len(found))
        return found


def _certified(host: str, domain: str) -> str:
    """Return the name that a server's certificate must have.

    DNS answers are not protected, so only the configured domain can be relied on (RFC 4513, section 3.1.3; RFC 6125,
    section 1.8). A server below it may have its own name, because nobody else has a certificate for it.
    """
    host, domain = host.lower(), domain.lower().rstrip(".")
    return host if host == domain or host.endswith(f".{domain}") else domain
