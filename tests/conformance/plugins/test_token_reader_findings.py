"""The conformance check finds violations by access token managers that read their own tokens."""

from dataclasses import replace
from typing import Any

import pytest

from hanse.plugins.conformance import NOW, Example, check_plugin
from hanse.plugins.conformance.token_keys import reader_services
from hanse.plugins.contracts import access_tokens
from tests.conformance.plugins.toy_plugins import Reader, plugin_of, raising, returning


def read_without_mac_check(self: Reader, text: str, services: Any) -> Any:
    """Read the token without a check of its MAC."""
    payload = text.partition(".")[0]
    return Reader.read(self, f"{payload}.{self.mac(payload)}", services)


def read_expired(self: Reader, text: str, services: Any) -> Any:
    return Reader.read(self, text, replace(services, now=NOW))


def read_of_any_issuer(self: Reader, text: str, services: Any) -> Any:
    return Reader.read(self, text, replace(services, issuer=reader_services().issuer))


def read_with(**changes: Any) -> Any:
    def read(self: Reader, text: str, services: Any) -> Any:
        found = Reader.read(self, text, services)
        return None if found is None else replace(found, **changes)

    return read


def test_a_manager_that_reads_its_tokens_has_no_findings() -> None:
    assert check_plugin(plugin_of(access_tokens.KIND, Reader), Example()) == []


@pytest.mark.parametrize(
    ("member", "value", "finding"),
    [
        ("read", raising, "read raises LookupError"),
        ("read", returning("token"), "read does not return a ReadToken"),
        ("read", returning(None), "read rejects a token"),
        ("read", read_without_mac_check, "read accepts a text that was never issued"),
        ("read", read_expired, "read accepts an expired token"),
        ("read", read_of_any_issuer, "read accepts a token of another issuer"),
        ("read", read_with(client_id="another"), "read returns another client"),
        ("read", read_with(scopes=("everything",)), "read returns other scopes"),
        ("read", read_with(expires=0.0), "read returns another end"),
        ("revokes_by_id", True, "read returns no id to revoke the token by"),
        ("revokes_by_id", "yes", "revokes_by_id is not a boolean"),
    ],
)
def test_a_manager_that_reads_tokens_wrongly_is_reported(member: str, value: Any, finding: str) -> None:
    broken = type("Broken", (Reader,), {member: value})
    assert any(finding in each for each in check_plugin(plugin_of(access_tokens.KIND, broken), Example()))
