"""The stores of local users: the server itself, and a directory."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from hanse.crypto.passwords import PasswordDigests
from hanse.data_stores.ldap import Directory
from hanse.data_stores.ldap_changes import add_entry, delete_entry
from hanse.data_stores.settings import DirectorySettings
from hanse.engine.local_users import BlockingLocalUsers
from hanse.engine.state.open_state import open_state
from hanse.kit.local_users import LocalUsers
from hanse.plugins.local_identities.passwords import UserPasswords
from hanse.plugins.local_identities.profile import DirectoryStorage, LocalProfile, ProfileField, ProfileFieldType
from hanse.plugins.local_identities.stores import stores_of
from tests.conformance.state.example_rows import TestKeys
from tests.support.directory import ADMIN, ADMIN_PASSWORD, BASE, RunningDirectory, serving
from tests.support.randomness import SeededRandomness

UNIT = f"ou=members,{BASE}"
FIELDS = (
    ProfileField(id="login", label="Login", required=True, unique=True),
    ProfileField(id="mail", label="Mail", type=ProfileFieldType.EMAIL, unique=True),
    ProfileField(id="name", label="Name"),
    ProfileField(id="groups", label="Groups", type=ProfileFieldType.CHECKBOX_GROUP, options=("crew", "owners")),
    ProfileField(id="news", label="News", type=ProfileFieldType.CHECKBOX),
    ProfileField(id="surname", label="Surname"),
)
STORAGE = DirectoryStorage(
    store="directory",
    base=UNIT,
    rdn="uid=${login}",
    object_class="inetOrgPerson",
    attributes={
        "login": "uid",
        "mail": "mail",
        "name": "cn",
        "groups": "departmentNumber",
        "news": "employeeType",
        "surname": "sn",
    },
)


@dataclass(frozen=True)
class StoreOfUsers:
    """A store with the passwords of its users, and the profile."""

    users: LocalUsers
    passwords: UserPasswords
    profile: LocalProfile
    # The client of the directory; None for the store of the server.
    client: Directory | None = None


def profile(storage: DirectoryStorage | None = None) -> LocalProfile:
    return LocalProfile(id="staff", name="Staff", fields=FIELDS, username_field="login", directory=storage)


@pytest.fixture(scope="session")
def running_directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDirectory]:
    with serving(tmp_path_factory.mktemp("slapd")) as running:
        yield running


@pytest.fixture
def embedded(tmp_path: Path, randomness: SeededRandomness) -> Iterator[BlockingLocalUsers]:
    state = open_state(tmp_path, keys=TestKeys(), randomness=randomness, boot="boot")
    yield BlockingLocalUsers(lambda: state.local_users)
    asyncio.run(state.close())


@pytest.fixture
def in_directory(running_directory: RunningDirectory, embedded: BlockingLocalUsers) -> Iterator[StoreOfUsers]:
    settings = DirectorySettings(
        servers=(("127.0.0.1", running_directory.port),), bind_dn=ADMIN, password=ADMIN_PASSWORD, read_timeout=20
    )
    client = Directory(settings)
    client.change(partial(add_entry, dn=UNIT, attributes={"objectClass": ["organizationalUnit"]}))
    own = profile(STORAGE)
    users, passwords = stores_of(own, embedded, PasswordDigests(SeededRandomness()), {"directory": client}.__getitem__)
    yield StoreOfUsers(users, passwords, own, client)
    for each in client.search(UNIT, "(objectClass=inetOrgPerson)", {}):
        client.change(partial(delete_entry, dn=each.dn))
    client.change(partial(delete_entry, dn=UNIT))
    client.close()


@pytest.fixture(params=["embedded", "directory"])
def store(request: pytest.FixtureRequest, embedded: BlockingLocalUsers) -> StoreOfUsers:
    if request.param == "directory":
        found: StoreOfUsers = request.getfixturevalue("in_directory")
        return found
    own = profile()
    clients: dict[str, Directory] = {}
    users, passwords = stores_of(own, embedded, PasswordDigests(SeededRandomness()), clients.__getitem__)
    return StoreOfUsers(users, passwords, own)
