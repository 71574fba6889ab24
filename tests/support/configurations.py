"""Configurations on a test's database, assembled as in the composition root."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.ports import Ports
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.declare.validation import parse
from hanse.config.list_query import StoredDocument
from hanse.config.secrets.keyring import Keyring
from hanse.config.secrets.secret_fields import SecretFields
from hanse.kit.clock import Clock
from hanse.kit.randomness import Randomness
from tests.support.prepared import call_of, perform

MASTER_KEY = bytes(range(32))
AUTHOR = Author("alice", "request-1")
Body = dict[str, Any]


class RollBack(Exception):
    """Rolls the transaction back."""


def reversed_text(text: str) -> str:
    """Replace a password hash: different from the clear text, and deterministic."""
    return text[::-1]


def make_configuration(
    database: Database,
    resources: Iterable[Resource[Any]],
    clock: Clock,
    randomness: Randomness,
    *,
    master_key: bytes = MASTER_KEY,
    ports: Mapping[type[Any], object] | None = None,
    digests: Mapping[str, Callable[[str], str]] | None = None,
) -> Configuration:
    """Return a configuration with its encryption key made or loaded."""
    keyring = Keyring(master_key, clock, randomness)
    with database.writing() as connection:
        keyring.load_or_create(connection)
    secrets = SecretFields(keyring, {"reversed": reversed_text, **(digests or {})})
    bound = Ports({Clock: clock, Randomness: randomness, **(ports or {})})
    return Configuration(database, Registry(resources), secrets, bound, clock, randomness)


def as_model(resource: Resource[Any], body: Body) -> Any:
    """Parse a body like a request of the admin API; raises ValidationFailed."""
    return parse(resource.model, json.dumps(body).encode())


def create(configuration: Configuration, resource: Resource[Any], body: Body) -> StoredDocument:
    """Create one document in a transaction of its own."""

    def act() -> StoredDocument:
        with configuration.changing(AUTHOR) as change:
            return change.create(resource, as_model(resource, body))

    return perform(configuration, call_of("create", resource, "", body), act)


def replace(
    configuration: Configuration, resource: Resource[Any], id_: str, body: Body, expected: int | None = None
) -> StoredDocument:
    """Replace one document in a transaction of its own."""

    def act() -> StoredDocument:
        with configuration.changing(AUTHOR) as change:
            return change.replace(resource, id_, as_model(resource, body), None if expected is None else {expected})

    return perform(configuration, call_of("replace", resource, id_, body), act)


def delete(configuration: Configuration, resource: Resource[Any], id_: str, expected: int | None = None) -> None:
    """Delete one document in a transaction of its own."""
    with configuration.changing(AUTHOR) as change:
        change.delete(resource, id_, None if expected is None else {expected})


def read(configuration: Configuration, resource: Resource[Any], id_: str) -> StoredDocument:
    """Read one document."""
    with configuration.reading() as view:
        return view.get(resource, id_)


def revision(configuration: Configuration) -> int:
    """Return the number of the newest revision."""
    with configuration.reading() as view:
        return view.revision()
