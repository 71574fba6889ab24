"""Comparison of the user of a Kerberos ticket with the user who was identified before."""

import pytest

from hanse.plugins.adapters.kerberos.plugin import is_user_of_ticket


@pytest.mark.parametrize(
    ("user_id", "expected"),
    [
        ("alice", True),
        ("ALICE", True),
        ("alice@a.example", True),
        ("alice@b.example", False),
        ("alice@a.example@b.example", False),
        ("bob", False),
        ("", False),
    ],
)
def test_user_ids_have_no_domain_or_that_of_the_realm(user_id: str, expected: bool) -> None:
    assert is_user_of_ticket(user_id, "A.EXAMPLE", "Alice") is expected
