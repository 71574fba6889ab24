"""The state of the service in one SQLite file.

After the command line has revoked a credential, the running service refuses it from the next request on, even after a
crash. Every call opens the file, because the handlers run in a thread pool and share nothing else.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from hanse.kit.clock import from_text, to_text
from tools.cloud.records import (
    CREDENTIALS_PER_GATEWAY,
    Environment,
    EnvironmentType,
    Gateway,
    GatewayCredential,
    Organization,
    Role,
)
from tools.cloud.signing import SigningKey

FILE_NAME = "cloud.sqlite"

_SCHEMA = """
CREATE TABLE organization (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, region TEXT NOT NULL, public_url TEXT NOT NULL,
  signing_key TEXT NOT NULL);
CREATE TABLE environment (
  id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, type TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE gateway (
  id TEXT PRIMARY KEY, environment_id TEXT NOT NULL REFERENCES environment, name TEXT NOT NULL,
  created_at TEXT NOT NULL);
CREATE TABLE credential (
  id TEXT PRIMARY KEY, gateway_id TEXT NOT NULL REFERENCES gateway, created_at TEXT NOT NULL,
  last_used_at TEXT);
CREATE TABLE role_assignment (
  gateway_id TEXT NOT NULL REFERENCES gateway, role TEXT NOT NULL,
  environment_id TEXT NOT NULL REFERENCES environment, PRIMARY KEY (gateway_id, role, environment_id));
"""


class NotInitializedError(Exception):
    """The folder does not contain an organization."""


class TooManyCredentialsError(Exception):
    """The gateway has the maximum number of credentials. One has to be revoked first."""


class NameTakenError(Exception):
    """Another environment of the organization has this name."""


class CloudState:
    """The organization in a data folder.

    Raises NotInitializedError if `create` was never called for the folder. Other methods raise sqlite3.Error if the
    file cannot be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        if not is_initialized(folder):
            raise NotInitializedError(str(folder))
        with self._reading() as db:
            *organization, pem = db.execute("SELECT * FROM organization").fetchone()
        self.organization = Organization(*organization)
        self.signing_key = SigningKey(pem)

    @classmethod
    def create(
        cls, folder: Path, organization: Organization, environment: Environment, gateway: Gateway
    ) -> "CloudState":
        """Create the organization with its first environment and a gateway that has every role in it.

        This is one transaction. After a crash the file is empty, and the next start initializes it.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / FILE_NAME
        # The file contains a private key. SQLite gives its journal files the same permissions.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        with closing(_connect(path)) as db:
            db.execute("PRAGMA journal_mode=WAL")
            with _transaction(db):
                for statement in filter(str.strip, _SCHEMA.split(";")):
                    db.execute(statement)
                row = (organization.id, organization.name, organization.region, organization.public_url)
                db.execute("INSERT INTO organization VALUES (?, ?, ?, ?, ?)", (*row, SigningKey.generate_pem()))
                _insert_environment(db, environment)
                created = to_text(gateway.created_at)
                db.execute(
                    "INSERT INTO gateway VALUES (?, ?, ?, ?)",
                    (gateway.id, gateway.environment_id, gateway.name, created),
                )
                _assign(db, gateway.id, environment.id)
        return cls(folder)

    def change_public_url(self, public_url: str) -> None:
        """Store the service's new address. Existing credentials stay valid."""
        with self._writing() as db:
            db.execute("UPDATE organization SET public_url = ?", (public_url,))
        self.organization = replace(self.organization, public_url=public_url)

    def gateways(self) -> Sequence[Gateway]:
        """Return every gateway, oldest first."""
        with self._reading() as db:
            return [_gateway(row) for row in db.execute("SELECT * FROM gateway ORDER BY created_at, id")]

    def gateway(self, gateway_id: str) -> Gateway | None:
        """Return one gateway."""
        with self._reading() as db:
            row = db.execute("SELECT * FROM gateway WHERE id = ?", (gateway_id,)).fetchone()
        return _gateway(row) if row else None

    def environments(self, *, after: str = "", limit: int = -1) -> Sequence[Environment]:
        """Return the environments of the organization, ordered by id."""
        with self._reading() as db:
            rows = db.execute("SELECT * FROM environment WHERE id > ? ORDER BY id LIMIT ?", (after, limit))
            return [_environment(row) for row in rows]

    def visible_environments(self, gateway_id: str, *, after: str = "", limit: int = -1) -> Sequence[Environment]:
        """Return up to `limit` environments in which a gateway has a role, ordered by id, after the id `after`."""
        query = (
            "SELECT * FROM environment WHERE id > ? AND id IN"
            " (SELECT environment_id FROM role_assignment WHERE gateway_id = ?) ORDER BY id LIMIT ?"
        )
        with self._reading() as db:
            return [_environment(row) for row in db.execute(query, (after, gateway_id, limit))]

    def count_visible(self, gateway_id: str) -> int:
        """Return the number of environments in which a gateway has a role."""
        query = "SELECT count(DISTINCT environment_id) FROM role_assignment WHERE gateway_id = ?"
        with self._reading() as db:
            return int(db.execute(query, (gateway_id,)).fetchone()[0])

    def roles(self, gateway_id: str, environment_id: str) -> frozenset[Role]:
        """Return the roles that a gateway has in an environment."""
        query = "SELECT role FROM role_assignment WHERE gateway_id = ? AND environment_id = ?"
        with self._reading() as db:
            return frozenset(Role(role) for (role,) in db.execute(query, (gateway_id, environment_id)))

    def environment(self, environment_id: str) -> Environment | None:
        """Return one environment, regardless of the caller's roles."""
        with self._reading() as db:
            row = db.execute("SELECT * FROM environment WHERE id = ?", (environment_id,)).fetchone()
        return _environment(row) if row else None

    def add_environment(self, environment: Environment, *, gateway_id: str | None) -> None:
        """Add an environment and give the gateway, if there is one, every role in it.

        Raises NameTakenError if another environment has the name.
        """
        with self._writing() as db:
            try:
                _insert_environment(db, environment)
            except sqlite3.IntegrityError:
                raise NameTakenError(environment.name) from None
            if gateway_id:
                _assign(db, gateway_id, environment.id)

    def grant(self, gateway_id: str, environment_id: str) -> None:
        """Give a gateway every role in an environment."""
        with self._writing() as db:
            _assign(db, gateway_id, environment_id)

    def withdraw(self, gateway_id: str, environment_id: str) -> None:
        """Remove all roles of a gateway in an environment."""
        query = "DELETE FROM role_assignment WHERE gateway_id = ? AND environment_id = ?"
        with self._writing() as db:
            db.execute(query, (gateway_id, environment_id))

    def add_credential(self, credential: GatewayCredential) -> None:
        """Store an issued credential. Raises TooManyCredentialsError if the gateway has five already."""
        with self._writing() as db:
            query = "SELECT count(*) FROM credential WHERE gateway_id = ?"
            if db.execute(query, (credential.gateway_id,)).fetchone()[0] >= CREDENTIALS_PER_GATEWAY:
                raise TooManyCredentialsError
            row = (credential.id, credential.gateway_id, to_text(credential.created_at))
            db.execute("INSERT INTO credential VALUES (?, ?, ?, NULL)", row)

    def credentials(self, gateway_id: str) -> Sequence[GatewayCredential]:
        """Return a gateway's credentials, oldest first."""
        query = "SELECT * FROM credential WHERE gateway_id = ? ORDER BY created_at, id"
        with self._reading() as db:
            return [_credential(row) for row in db.execute(query, (gateway_id,))]

    def credential(self, credential_id: str) -> GatewayCredential | None:
        """Return a credential that is not revoked."""
        with self._reading() as db:
            row = db.execute("SELECT * FROM credential WHERE id = ?", (credential_id,)).fetchone()
        return _credential(row) if row else None

    def record_use(self, credential_id: str, now: datetime) -> None:
        """Store the time at which a credential was used."""
        with self._writing() as db:
            db.execute("UPDATE credential SET last_used_at = ? WHERE id = ?", (to_text(now), credential_id))

    def revoke(self, credential_id: str) -> bool:
        """Delete a credential, so that it is refused from now on. Return False if it did not exist."""
        with self._writing() as db:
            return db.execute("DELETE FROM credential WHERE id = ?", (credential_id,)).rowcount == 1

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with closing(_connect(self._path)) as db:
            yield db

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with closing(_connect(self._path)) as db, _transaction(db):
            yield db


def is_initialized(folder: Path) -> bool:
    """Return True if a data folder contains an organization."""
    path = folder / FILE_NAME
    if not path.exists():
        return False
    with closing(_connect(path)) as db:
        return db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'organization'").fetchone() is not None


def _connect(path: Path) -> sqlite3.Connection:
    # With isolation_level=None this module executes BEGIN and COMMIT. With FULL a commit survives a power failure.
    db = sqlite3.connect(path, timeout=5, isolation_level=None)
    db.execute("PRAGMA synchronous=FULL")
    db.execute("PRAGMA foreign_keys=ON")
    return db


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _insert_environment(db: sqlite3.Connection, environment: Environment) -> None:
    row = (environment.id, environment.name, environment.type, to_text(environment.created_at))
    db.execute("INSERT INTO environment VALUES (?, ?, ?, ?)", row)


def _assign(db: sqlite3.Connection, gateway_id: str, environment_id: str) -> None:
    rows = [(gateway_id, role, environment_id) for role in Role]
    db.executemany("INSERT OR IGNORE INTO role_assignment VALUES (?, ?, ?)", rows)


def _environment(row: tuple[str, str, str, str]) -> Environment:
    environment_id, name, kind, created_at = row
    return Environment(environment_id, name, EnvironmentType(kind), from_text(created_at))


def _gateway(row: tuple[str, str, str, str]) -> Gateway:
    gateway_id, environment_id, name, created_at = row
    return Gateway(gateway_id, environment_id, name, from_text(created_at))


def _credential(row: tuple[str, str, str, str | None]) -> GatewayCredential:
    credential_id, gateway_id, created_at, last_used_at = row
    return GatewayCredential(
        credential_id, gateway_id, from_text(created_at), from_text(last_used_at) if last_used_at else None
    )
