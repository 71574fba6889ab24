"""Detection of callers on the local machine, for calls that are limited to them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.kit.http.hosts import from_this_machine


@pytest.mark.parametrize(
    ("client", "host", "fields", "expected"),
    [
        ("127.0.0.1", "localhost:9999", {}, True),
        ("127.8.9.1", "127.0.0.1:9999", {}, True),
        ("127.0.0.1", "LOCALHOST", {}, True),
        ("::1", "[::1]:9999", {}, True),
        ("::1", "[::1]", {}, True),
        ("::ffff:127.0.0.1", "127.0.0.1:9999", {}, True),
        ("::ffff:10.1.2.3", "127.0.0.1:9999", {}, False),
        ("10.1.2.3", "localhost:9999", {}, False),
        ("127.0.0.1", "rebound.example:9999", {}, False),
        ("127.0.0.1", "localhost.evil.example", {}, False),
        ("127.0.0.1", "evil.example:localhost", {}, False),
        ("127.0.0.1", "127.0.0.1.evil.example", {}, False),
        ("127.0.0.1", "application.localhost:9999", {}, False),
        ("127.0.0.1", "", {}, False),
        ("::1", "[::2]:9999", {}, False),
        ("127.0.0.1", "localhost:9999", {"x-forwarded-for": "203.0.113.9"}, False),
        ("127.0.0.1", "localhost:9999", {"forwarded": "for=203.0.113.9"}, False),
        ("not an address", "localhost:9999", {}, False),
        (None, "localhost:9999", {}, False),
    ],
)
def test_only_callers_on_this_machine_are_local(
    client: str | None, host: str, fields: dict[str, str], expected: bool
) -> None:
    headers = [(name.encode(), value.encode()) for name, value in ({"host": host} | fields).items()]
    scope: dict[str, Any] = {"scheme": "https", "headers": headers, "client": client and (client, 1)}
    assert from_this_machine(scope) is expected


@given(st.text(), st.binary())
def test_any_input_is_accepted_or_refused(client: str, host: bytes) -> None:
    scope: dict[str, Any] = {"scheme": "https", "headers": [(b"host", host)], "client": (client, 1)}
    assert from_this_machine(scope) in (True, False)
