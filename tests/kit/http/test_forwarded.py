"""Headers forwarded by trusted proxies, and attempts by others to forge them."""

import asyncio
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from hanse.kit.http.forwarded import CLIENT_CERTIFICATES, IncomingProxy, ProxyFields
from hanse.kit.option_values import networks
from tests.support.client_certificates import authority

PROXY, STRANGER = "192.0.2.10", "203.0.113.7"
ROOT = authority()
CLIENT, ISSUING = ROOT.issue(), ROOT.intermediate()
FIELDS = ProxyFields(certificate=b"ssl_client_cert", chain=b"ssl_client_cert_chain")
Headers = list[tuple[bytes, bytes]]


def forwarded_scope(
    headers: Headers, fields: ProxyFields = FIELDS, *, peer: str | None = PROXY, trusted: str = "192.0.2.0/24"
) -> Scope:
    """Return the ASGI scope after the proxy's headers were applied."""
    found: list[Scope] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        found.append(scope)

    scope: dict[str, Any] = {
        "type": "http",
        "scheme": "http",
        "client": None if peer is None else (peer, 1234),
        "headers": [(b"host", b"inside.example"), *headers],
    }
    nowhere: Any = None
    asyncio.run(IncomingProxy(app, networks(trusted), lambda: fields)(scope, nowhere, nowhere))
    return found[0]


def test_a_certificate_of_a_trusted_proxy_is_taken_over_and_leaves_the_headers() -> None:
    scope = forwarded_scope([(b"ssl_client_cert", CLIENT.apache().encode()), (b"accept", b"*/*")])
    assert [each.split() for each in scope[CLIENT_CERTIFICATES]] == [flat(CLIENT.pem)]
    assert scope["headers"] == [(b"host", b"inside.example"), (b"accept", b"*/*")]


@pytest.mark.parametrize("peer", [STRANGER, "", "not an address", None, "::ffff:203.0.113.7"])
def test_a_strangers_certificate_header_has_no_effect(peer: str | None) -> None:
    scope = forwarded_scope([(b"ssl_client_cert", CLIENT.apache().encode())], peer=peer)
    assert CLIENT_CERTIFICATES not in scope
    assert scope["headers"] == [(b"host", b"inside.example")]
    everything = ProxyFields(address=b"x-forwarded-for", host=b"x-forwarded-host", terminates_tls=True)
    scope = forwarded_scope(
        [(b"x-forwarded-for", b"10.0.0.1"), (b"x-forwarded-host", b"evil.example")], everything, peer=peer
    )
    assert (scope["scheme"], scope["client"]) == ("http", None if peer is None else (peer, 1234))
    assert (b"host", b"inside.example") in scope["headers"]


def test_nobody_is_trusted_unless_networks_are_configured() -> None:
    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        assert CLIENT_CERTIFICATES not in scope

    scope = {"type": "http", "client": ("127.0.0.1", 1), "headers": [(b"ssl_client_cert", CLIENT.apache().encode())]}
    nowhere: Any = None
    asyncio.run(IncomingProxy(app, (), lambda: FIELDS)(scope, nowhere, nowhere))


@pytest.mark.parametrize(
    "values",
    [
        # The header is present twice; one of them may be the client's own, forwarded by the proxy.
        [CLIENT.apache(), CLIENT.apache()],
        [CLIENT.apache() + ISSUING.apache()],
        ["(null)"],
        [""],
        ["-----BEGIN CERTIFICATE----- ??? -----END CERTIFICATE-----"],
        [CLIENT.nginx()],
    ],
)
def test_a_header_without_exactly_one_valid_certificate_is_ignored(values: list[str]) -> None:
    scope = forwarded_scope([(b"ssl_client_cert", value.encode()) for value in values])
    assert scope[CLIENT_CERTIFICATES] == ()


def test_the_format_of_nginx_and_a_chain_are_read() -> None:
    nginx = ProxyFields(certificate=b"x-client-cert", chain=b"x-chain", is_escaped=True)
    scope = forwarded_scope(
        [(b"x-client-cert", CLIENT.nginx().encode()), (b"x-chain", ISSUING.nginx().encode())], nginx
    )
    assert [each.split() for each in scope[CLIENT_CERTIFICATES]] == [
        flat(CLIENT.pem),
        flat(ISSUING.pem),
    ]
    numbered = [
        (b"ssl_client_cert_chain_1", ROOT.apache().encode()),
        (b"ssl_client_cert_chain_0", ISSUING.apache().encode()),
        (b"ssl_client_cert", CLIENT.apache().encode()),
    ]
    scope = forwarded_scope(numbered)
    assert [each.split() for each in scope[CLIENT_CERTIFICATES]] == [flat(each.pem) for each in (CLIENT, ISSUING, ROOT)]
    assert scope["headers"] == [(b"host", b"inside.example")]


def flat(pem: str) -> list[str]:
    """Return a certificate's PEM with its body on one line, as words."""
    first, *body, last = pem.strip().splitlines()
    return [*first.split(), "".join(body), *last.split()]


@pytest.mark.parametrize(
    ("fields", "header", "expected"),
    [
        (ProxyFields(address=b"x-forwarded-for"), b"198.51.100.1, 198.51.100.2", "198.51.100.2"),
        (
            ProxyFields(address=b"x-forwarded-for", takes_last_address=False),
            b"198.51.100.1, 198.51.100.2",
            "198.51.100.1",
        ),
        (ProxyFields(address=b"x-forwarded-for"), b"[2001:db8::1]:443", "2001:db8::1"),
        (ProxyFields(address=b"x-forwarded-for"), b"198.51.100.1:5555", "198.51.100.1"),
        (ProxyFields(address=b"x-forwarded-for"), b"unknown", PROXY),
        (ProxyFields(), b"198.51.100.1", PROXY),
    ],
)
def test_the_clients_address_is_the_forwarded_one(fields: ProxyFields, header: bytes, expected: str) -> None:
    assert forwarded_scope([(b"x-forwarded-for", header)], fields)["client"][0] == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (b"a.example, sso.example:9031", b"sso.example:9031"),
        (b"not a host", b"inside.example"),
        (b"", b"inside.example"),
    ],
)
def test_the_host_is_the_forwarded_one(header: bytes, expected: bytes) -> None:
    scope = forwarded_scope([(b"x-forwarded-host", header)], ProxyFields(host=b"x-forwarded-host", terminates_tls=True))
    assert [value for name, value in scope["headers"] if name == b"host"] == [expected]
    assert scope["scheme"] == "https"
