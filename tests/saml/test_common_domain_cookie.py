"""The common domain cookie is a bounded list; what is not an entity ID in it is ignored."""

from base64 import b64encode
from urllib.parse import unquote

import pytest

from hanse.saml.common_domain_cookie import MOST_OCTETS, read_providers, with_provider

ALPHA, BETA = "https://alpha.example/saml", "urn:beta:idp"


def encoded(*entity_ids: str) -> str:
    return " ".join(b64encode(each.encode()).decode() for each in entity_ids)


def test_the_last_provider_is_the_last_one_of_the_list() -> None:
    value = with_provider([], ALPHA)
    assert value == b64encode(ALPHA.encode()).decode().replace("=", "%3D")
    both = with_provider(read_providers(unquote(value)), BETA)
    assert "%20" in both
    assert read_providers(unquote(both)) == (ALPHA, BETA)
    # A provider is listed once, and moves to the end.
    assert read_providers(unquote(with_provider((ALPHA, BETA), ALPHA))) == (BETA, ALPHA)


@pytest.mark.parametrize(
    "broken",
    ["not base64!", "YWJ", "////", b64encode(b"a\r\nSet-Cookie: x").decode(), b64encode(b"x" * 1025).decode()],
)
def test_entries_that_cannot_be_read_are_ignored(broken: str) -> None:
    assert read_providers(f"{encoded(ALPHA)} {broken} {encoded(BETA)}") == (ALPHA, BETA)


def test_an_empty_or_oversized_value_names_nobody() -> None:
    assert read_providers("") == read_providers("   ") == ()
    assert read_providers(encoded(*[ALPHA] * 100)) == ()


def test_the_list_is_bounded_in_number_and_size() -> None:
    many = [f"urn:{number}" for number in range(50)]
    assert read_providers(unquote(with_provider(many, BETA))) == (*many[-19:], BETA)
    assert read_providers(encoded(*many)) == tuple(many[-20:])
    long = [f"https://{number}.example/{'x' * 900}" for number in range(5)]
    value = with_provider(long, BETA)
    assert len(value) <= MOST_OCTETS
    assert read_providers(unquote(value)) == (*long[-2:], BETA)
    assert with_provider([], "x" * MOST_OCTETS) == ""
