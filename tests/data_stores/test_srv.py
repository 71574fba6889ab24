"""Directories that are found by DNS SRV records (RFC 2782), with a real DNS server and a real OpenLDAP server."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from hanse.data_stores.deadlines import Deadline
from hanse.data_stores.ldap import Directory
from hanse.data_stores.settings import ConnectionSecurity, DirectorySettings, ServerAddress, SourceFailed, SrvLookup
from hanse.data_stores.srv import SrvDiscovery
from tests.support.directory import ADMIN, ADMIN_PASSWORD, PEOPLE, RunningDirectory
from tests.support.dns_server import DnsServer, serving_dns

NAME = "_ldap._tcp.hanse.example"
LOOKUP = SrvLookup(domains=("hanse.example",), prefix="_ldap._tcp", ttl=60)


@pytest.fixture
def dns() -> Iterator[DnsServer]:
    with serving_dns() as server:
        yield server


def discovery(dns: DnsServer, lookup: SrvLookup = LOOKUP, now: list[float] | None = None) -> SrvDiscovery:
    moment = now or [0.0]
    return SrvDiscovery(lookup, dns.resolver, lambda: moment[0])


def hosts(found: SrvDiscovery) -> list[str]:
    return [place.host for place in found.places(Deadline(20))]


def test_servers_are_tried_by_priority(dns: DnsServer) -> None:
    dns.records[NAME] = ["20 0 389 third.hanse.example.", "0 0 1389 first.hanse.example.", "10 5 389 Other.example."]
    assert discovery(dns).places(Deadline(20)) == [
        ServerAddress("first.hanse.example", 1389, "first.hanse.example"),
        # A host outside of the domain needs a certificate for the domain, because DNS answers are not authenticated.
        ServerAddress("Other.example", 389, "hanse.example"),
        ServerAddress("third.hanse.example", 389, "third.hanse.example"),
    ]


def test_servers_of_one_priority_are_chosen_by_weight(dns: DnsServer) -> None:
    dns.records[NAME] = ["0 90 389 much.hanse.example.", "0 10 389 little.hanse.example.", "1 99 389 spare.example."]
    found = discovery(dns)
    random.seed(1)
    firsts = Counter(hosts(found)[0] for _ in range(400))
    assert firsts.keys() == {"much.hanse.example", "little.hanse.example"}
    assert 20 < firsts["little.hanse.example"] < 60
    assert len(dns.queries) == 1


@pytest.mark.parametrize(("ttl", "own", "kept"), [(60.0, 300, 60.0), (60.0, 10, 10.0), (0.0, 300, 0.0)])
def test_records_are_cached_for_the_shorter_of_both_lifetimes(
    dns: DnsServer, ttl: float, own: int, kept: float
) -> None:
    dns.records[NAME], dns.ttl = ["0 0 389 one.hanse.example."], own
    now = [100.0]
    found = discovery(dns, SrvLookup(domains=LOOKUP.domains, prefix=LOOKUP.prefix, ttl=ttl), now)
    assert hosts(found) == ["one.hanse.example"]
    dns.records[NAME] = ["0 0 389 two.hanse.example."]
    if kept:
        now[0] += kept - 0.5
        assert hosts(found) == ["one.hanse.example"]
    now[0] += 0.5
    assert hosts(found) == ["two.hanse.example"]


@pytest.mark.parametrize(
    ("records", "message"),
    [(None, "no SRV record"), ([], "no SRV record"), (["0 0 0 ."], "no such directory")],
)
def test_a_domain_without_servers_is_reported(dns: DnsServer, records: list[str] | None, message: str) -> None:
    if records is not None:
        dns.records[NAME] = records
    with pytest.raises(SourceFailed, match=message):
        hosts(discovery(dns))
    # If there are several domains, those with records are used.
    dns.records["_ldap._tcp.kontor.example"] = ["0 0 389 ldap.kontor.example."]
    both = SrvLookup(domains=("hanse.example", "kontor.example"), prefix="_ldap._tcp")
    assert hosts(discovery(dns, both)) == ["ldap.kontor.example"]


def test_a_silent_name_server_times_out(dns: DnsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dns, "answer", lambda _message: b"\0")
    with pytest.raises(SourceFailed, match="cannot be looked up in DNS"):
        discovery(dns).places(Deadline(0.5))


def test_a_directory_is_searched_at_the_servers_of_its_records(dns: DnsServer, directory: RunningDirectory) -> None:
    # There is no directory at the first port, so the next one is tried.
    dns.records["_ldap._tcp.localhost"] = ["0 0 1 localhost.", f"1 0 {directory.port} localhost."]
    settings = DirectorySettings(
        lookup=SrvLookup(domains=("localhost",), prefix="_ldap._tcp"),
        bind_dn=ADMIN,
        password=ADMIN_PASSWORD,
        security=ConnectionSecurity.START_TLS,
        authorities=directory.authority,
        read_timeout=20,
    )
    client = Directory(settings, make_resolver=dns.resolver)
    assert [each.dn for each in client.search(PEOPLE, "(uid=ada)", {})] == [f"uid=ada,{PEOPLE}"]
    assert client.authenticate(ADMIN, ADMIN_PASSWORD)
    client.close()


def test_a_dns_answer_does_not_replace_certificate_verification(dns: DnsServer, directory: RunningDirectory) -> None:
    dns.records["_ldap._tcp.hanse.example"] = [f"0 0 {directory.port} localhost."]
    settings = DirectorySettings(
        lookup=LOOKUP, security=ConnectionSecurity.START_TLS, authorities=directory.authority, read_timeout=20
    )
    # The certificate is valid for the host of the DNS answer, but not for the domain.
    with pytest.raises(SourceFailed, match=r"certificate is not valid for 'hanse\.example'"):
        Directory(settings, make_resolver=dns.resolver).check()
