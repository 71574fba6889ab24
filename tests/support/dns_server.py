"""A DNS server for tests, on loopback, that serves SRV records."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import dns.flags
import dns.message
import dns.rcode
import dns.rrset
from dns.resolver import Resolver


@dataclass
class DnsServer:
    """A DNS server with its SRV records by name (such as `0 10 389 ldap.example.`) and the names queried so far."""

    port: int
    records: dict[str, list[str]] = field(default_factory=dict)
    ttl: int = 300
    queries: list[str] = field(default_factory=list)

    def resolver(self) -> Resolver:
        """Return a resolver that queries only this server."""
        made = Resolver(configure=False)
        made.nameservers, made.port = ["127.0.0.1"], self.port
        return made

    def answer(self, message: bytes) -> bytes:
        """Return the answer to a query."""
        query = dns.message.from_wire(message)
        name = query.question[0].name
        self.queries.append(name.to_text(omit_final_dot=True))
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.AA | dns.flags.RA
        records = self.records.get(self.queries[-1])
        if records is None:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        elif records:
            answer.answer.append(dns.rrset.from_text(name, self.ttl, "IN", "SRV", *records))
        return answer.to_wire()


@contextmanager
def serving_dns() -> Iterator[DnsServer]:
    """Answer queries for the duration of the block."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as bound:
        bound.bind(("127.0.0.1", 0))
        server = DnsServer(bound.getsockname()[1])

        def serve() -> None:
            while True:
                message, sender = bound.recvfrom(4096)
                if not message:
                    return
                bound.sendto(server.answer(message), sender)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            # An empty datagram ends the thread.
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
                sender.sendto(b"", bound.getsockname())
            thread.join()
