from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.kit.errors import ValidationFailed
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS as ISSUERS
from tests.support.clock import ManualClock
from tests.support.configurations import as_model, create, make_configuration, replace
from tests.support.randomness import SeededRandomness


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    return make_configuration(database, [ISSUERS], clock, randomness)


def issuer(**fields: Any) -> dict[str, Any]:
    return {"name": "Lübeck", "host": "sso.example.com", "path": "/luebeck", **fields}


def findings(failure: pytest.ExceptionInfo[ValidationFailed]) -> list[tuple[str | None, str]]:
    return [(error.field_path, error.message) for error in failure.value.errors]


def test_an_issuer_gets_an_id_and_is_returned_as_sent(configuration: Configuration) -> None:
    stored = create(configuration, ISSUERS, issuer(description="The queen of the league"))
    assert len(stored.id) == 26
    assert stored.id.isalnum()
    assert stored.body == {**issuer(description="The queen of the league"), "id": stored.id}


def test_an_empty_path_is_absent(configuration: Configuration) -> None:
    assert "path" not in create(configuration, ISSUERS, issuer(path="")).body


def test_the_combination_of_host_and_path_is_unique(configuration: Configuration) -> None:
    create(configuration, ISSUERS, issuer())
    first = create(configuration, ISSUERS, issuer(name="No path", path=None))
    create(configuration, ISSUERS, issuer(name="Other path", path="/bremen"))
    create(configuration, ISSUERS, issuer(name="Other host", host="other.example.com"))
    taken = [("path", "This combination of host and path is already in use.")]
    # Host names are case-insensitive (RFC 4343), and an empty path equals an absent one.
    for again in ({"host": "SSO.example.com"}, {"path": None}, {"path": ""}):
        with pytest.raises(ValidationFailed) as failure:
            create(configuration, ISSUERS, issuer(name="Again", **again))
        assert findings(failure) == taken, again
    with pytest.raises(ValidationFailed) as failure:
        replace(configuration, ISSUERS, first.id, issuer(name="No path"))
    assert findings(failure) == taken
    replace(configuration, ISSUERS, first.id, issuer(name="No path", path=None, description="saved again"))


def test_names_are_unique(configuration: Configuration) -> None:
    create(configuration, ISSUERS, issuer())
    with pytest.raises(ValidationFailed) as failure:
        create(configuration, ISSUERS, issuer(name="LÜBECK", host="other.example.com"))
    assert findings(failure) == [("name", "name is already in-use.")]


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"name": None}, "name"),
        ({"name": " "}, "name"),
        ({"host": None}, "host"),
        ({"host": ""}, "host"),
        ({"host": "https://sso.example.com"}, "host"),
        ({"host": "sso.example.com:9031"}, "host"),
        ({"host": "sso.example.com/path"}, "host"),
        ({"path": "luebeck"}, "path"),
        ({"path": "/"}, "path"),
        ({"path": "/luebeck/"}, "path"),
        ({"path": "//luebeck"}, "path"),
        ({"path": "/lue beck"}, "path"),
        ({"path": "/l%C3%BCbeck"}, "path"),
        ({"path": "/lübeck"}, "path"),
        ({"path": "/luebeck?x=1"}, "path"),
        ({"path": "/luebeck#x"}, "path"),
        ({"path": "/../luebeck"}, "path"),
        ({"path": "/luebeck/."}, "path"),
        ({"path": "/" + "x" * 1024}, "path"),
    ],
)
def test_invalid_issuers_are_refused_at_their_field(fields: dict[str, Any], path: str) -> None:
    sent = {name: value for name, value in issuer(**fields).items() if value is not None}
    with pytest.raises(ValidationFailed) as failure:
        as_model(ISSUERS, sent)
    assert [error.field_path for error in failure.value.errors] == [path]


@given(
    st.lists(st.from_regex(r"[a-z0-9._~@:-]{1,8}", fullmatch=True).filter(lambda s: s not in (".", "..")), min_size=1)
)
def test_any_path_of_valid_segments_is_accepted(segments: list[str]) -> None:
    path = "/" + "/".join(segments)
    assert as_model(ISSUERS, issuer(path=path)).path == path
