"""Shared secrets of RADIUS servers, which are rows of a table: none is used with another server than its own."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.kit.errors import ValidationFailed
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration, read, replace
from tests.support.instances import fields, instance
from tests.support.randomness import SeededRandomness

RADIUS = "org.sourceid.saml20.domain.RadiusUsernamePasswordCredentialValidator"


@pytest.fixture
def configuration(database: Database, clock: ManualClock) -> Configuration:
    return make_configuration(database, [VALIDATORS], clock, SeededRandomness())


def server(host: str, secret: Any = None, **more: str) -> list[dict[str, Any]]:
    """Return a row; the secret is a text, the field of an answer, or blank."""
    field = {"name": "Shared Secret", "value": secret} if isinstance(secret, str) else secret
    return [*fields(Hostname=host, **more), field or {"name": "Shared Secret"}]


def validator(*servers: list[dict[str, Any]], id_: str = "one", **more: Any) -> dict[str, Any]:
    body = instance(id_, "Radius", RADIUS, fields(NAS_Identifier="Hanse"), RADIUS_Servers=list(servers))
    return {**body, "id": id_, **more}


def secrets_of(configuration: Configuration, id_: str = "one") -> list[dict[str, Any]]:
    (table,) = read(configuration, VALIDATORS, id_).body["configuration"]["tables"]
    return [field for row in table["rows"] for field in row["fields"] if field["name"] == "Shared Secret"]


def refusals(act: Any, *given: Any) -> list[str | None]:
    with pytest.raises(ValidationFailed) as raised:
        act(*given)
    assert {each.message for each in raised.value.errors} == {
        "Enter this secret again. The change would send it to another server."
    }
    return [each.field_path for each in raised.value.errors]


def path(row: int, field: int = 1) -> str:
    return f"configuration.tables[0].rows[{row}].fields[{field}].value"


def test_a_changed_server_requires_its_secret_again(configuration: Configuration) -> None:
    create(configuration, VALIDATORS, validator(server("a.example.com", "first"), server("b.example.com", "second")))
    first, second = secrets_of(configuration)
    for kept in (first, None, ""):
        moved = validator(server("evil.example.com", kept), server("b.example.com"))
        assert refusals(replace, configuration, VALIDATORS, "one", moved) == [path(0)]
    other_port = validator(server("a.example.com", Authentication_Port="1645"), server("b.example.com"))
    assert refusals(replace, configuration, VALIDATORS, "one", other_port) == [path(0, 2)]
    # The default port is the same address, and the other settings of a row do not matter.
    same = validator(server("a.example.com", Authentication_Port="1812"), server("b.example.com", second))
    replace(configuration, VALIDATORS, "one", same)
    assert secrets_of(configuration) == [first, second]
    replace(configuration, VALIDATORS, "one", validator(server("c.example.com", "third"), server("b.example.com")))
    assert secrets_of(configuration)[1] == second


def test_the_secrets_of_two_servers_cannot_be_exchanged(configuration: Configuration) -> None:
    rows = server("a.example.com", "first"), server("b.example.com", "second")
    create(configuration, VALIDATORS, validator(*rows))
    first, second = secrets_of(configuration)
    exchanged = validator(server("b.example.com"), server("a.example.com"))
    assert refusals(replace, configuration, VALIDATORS, "one", exchanged) == [path(0), path(1)]
    # Rows that move with their secrets keep their servers.
    replace(
        configuration, VALIDATORS, "one", validator(server("b.example.com", second), server("a.example.com", first))
    )
    assert secrets_of(configuration) == [second, first]


def test_a_secret_that_was_read_is_accepted_for_its_own_server_only(configuration: Configuration) -> None:
    create(configuration, VALIDATORS, validator(server("a.example.com", "first")))
    (sealed,) = secrets_of(configuration)
    thief = validator(server("evil.example.com", sealed), id_="thief", name="Thief")
    assert refusals(create, configuration, VALIDATORS, thief) == [path(0)]
    create(configuration, VALIDATORS, validator(server("a.example.com", sealed), id_="copy", name="Copy"))


def test_an_inherited_table_keeps_servers_and_secrets_together(configuration: Configuration) -> None:
    create(configuration, VALIDATORS, validator(server("a.example.com", "first")))
    tables = [{"name": "RADIUS Servers", "inherited": True}]
    configured = {"fields": fields(NAS_Identifier="Other"), "tables": tables}
    child = validator(id_="child", name="Child", parentRef={"id": "one"}, configuration=configured)
    create(configuration, VALIDATORS, child)
    replace(configuration, VALIDATORS, "one", validator(server("b.example.com", "changed")))
    replace(configuration, VALIDATORS, "child", child)
