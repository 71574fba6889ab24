"""The users that the server stores itself.

Usernames, other names and addresses are in columns, because users are found by them. All other data about a user,
including the digest of the password, is sealed. Columns that are sorted or compared contain UTF-8 octets, so that both
databases have the same order.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from hanse.engine.state.sealing import Sealer
from hanse.engine.state.statements import Row, Statement, StatementRunner
from hanse.kit.local_users import LocalUser, LocalUserPage, LocalUserStatus, UserValue, comparable

# The maximum number of names of a user.
MOST_NAMES: Final = 4
_COLUMNS: Final = "id, profile, status, email_verified, created, updated, version, body"
_NAMES: Final = tuple(f"name{number}" for number in range(MOST_NAMES))
_TAKEN: Final = f"""SELECT 1 FROM state_local_user_name WHERE profile = :profile AND user_id <> :id
    AND name IN ({", ".join(f":{each}" for each in _NAMES)})"""

# Changes of one profile's users are made one after the other, so that the conditions of the next statements hold until
# the transaction ends, also in PostgreSQL.
_LOCK: Final = Statement(
    """INSERT INTO state_local_profile (profile, changes) VALUES (:profile, 1)
       ON CONFLICT (profile) DO UPDATE SET changes = state_local_profile.changes + 1"""
)
_CREATE: Final = Statement(
    f"""INSERT INTO state_local_user (id, profile, sort_name, search_text, email, status, email_verified, created,
        updated, version, body)
        SELECT :id, :profile, :sort_name, :search_text, :email, :status, :email_verified, :created, :updated, 0, :body
        WHERE NOT EXISTS ({_TAKEN}) ON CONFLICT DO NOTHING RETURNING 1"""
)
_UPDATE: Final = Statement(
    f"""UPDATE state_local_user SET sort_name = :sort_name, search_text = :search_text, email = :email,
        status = :status, email_verified = :email_verified, updated = :updated, version = version + 1, body = :body
        WHERE id = :id AND profile = :profile AND version = :version AND NOT EXISTS ({_TAKEN}) RETURNING 1"""
)
# Both apply only if the statement before them changed the row, which then has the new version and time.
_CHANGED: Final = "EXISTS (SELECT 1 FROM state_local_user WHERE id = :id AND version = :next AND body = :body)"
_FORGET_NAMES: Final = Statement(f"DELETE FROM state_local_user_name WHERE user_id = :id AND {_CHANGED}")
_ADD_NAME: Final = Statement(
    f"""INSERT INTO state_local_user_name (profile, name, user_id) SELECT :profile, :name, :id
        WHERE {_CHANGED} ON CONFLICT DO NOTHING"""
)
_DELETE: Final = Statement("DELETE FROM state_local_user WHERE id = :id AND profile = :profile RETURNING 1")
_GET: Final = Statement(f"SELECT {_COLUMNS} FROM state_local_user WHERE id = :id AND profile = :profile")
_BY_NAME: Final = Statement(
    f"""SELECT {_COLUMNS} FROM state_local_user WHERE id =
        (SELECT user_id FROM state_local_user_name WHERE profile = :profile AND name = :name)"""
)
_BY_EMAIL: Final = Statement(
    f"SELECT {_COLUMNS} FROM state_local_user WHERE profile = :profile AND email = :email ORDER BY id LIMIT :most"
)
_PAGE: Final = Statement(
    f"""SELECT {_COLUMNS} FROM state_local_user WHERE profile = :profile AND search_text LIKE :pattern ESCAPE '!'
        AND (sort_name, id) > (:after_name, :after_id) ORDER BY sort_name, id LIMIT :most"""
)
_POSITION: Final = Statement("SELECT sort_name FROM state_local_user WHERE id = :id AND profile = :profile")
_START: Final = (b"", "")


class _Body(msgspec.Struct, kw_only=True):
    """The sealed data of a user."""

    username: str
    names: tuple[str, ...]
    email: str
    attributes: dict[str, UserValue]
    password: str
    must_change_password: bool


class StoredLocalUsers:
    """Users in a database; implements `contracts.LocalUserStore`."""

    def __init__(self, runner: StatementRunner, sealer: Sealer) -> None:
        self._runner = runner
        self._sealer = sealer

    async def create(self, user: LocalUser) -> bool:
        """Store a new user."""
        return await self._store(_CREATE, user, version=0)

    async def update(self, user: LocalUser) -> bool:
        """Store a changed user."""
        return await self._store(_UPDATE, user, version=user.version + 1)

    async def _store(self, statement: Statement, user: LocalUser, *, version: int) -> bool:
        names = tuple(dict.fromkeys(comparable(each).encode() for each in (user.username, *user.names)))
        if len(names) > MOST_NAMES:
            raise ValueError(f"a user can have at most {MOST_NAMES} names")
        body = self._sealed(user)
        values = {
            "id": user.id,
            "profile": user.profile,
            "sort_name": names[0],
            "search_text": " ".join(dict.fromkeys(comparable(each) for each in (*_texts(user), user.email))),
            "email": comparable(user.email).encode(),
            "status": user.status.value,
            "email_verified": int(user.email_verified),
            "created": user.created,
            "updated": user.updated,
            "version": user.version,
            "body": body,
            **{name: names[min(index, len(names) - 1)] for index, name in enumerate(_NAMES)},
        }
        changed = {"id": user.id, "profile": user.profile, "next": version, "body": body}
        stored = await self._runner.write(
            (_LOCK, {"profile": user.profile}),
            (statement, values),
            (_FORGET_NAMES, changed),
            *((_ADD_NAME, {**changed, "name": each}) for each in names),
            durable=True,
        )
        return bool(stored[1])

    async def delete(self, profile: str, id_: str) -> bool:
        """Delete a user with its names."""
        return bool((await self._runner.write((_DELETE, {"profile": profile, "id": id_}), durable=True))[0])

    async def get(self, profile: str, id_: str) -> LocalUser | None:
        """Return a user by ID."""
        return await self._one(_GET, {"profile": profile, "id": id_})

    async def by_name(self, profile: str, name: str) -> LocalUser | None:
        """Return the user with one of the names."""
        return await self._one(_BY_NAME, {"profile": profile, "name": comparable(name).encode()})

    async def by_email(self, profile: str, email: str, most: int) -> Sequence[LocalUser]:
        """Return the users with an address."""
        values = {"profile": profile, "email": comparable(email).encode(), "most": most}
        return [self._user(row) for row in await self._runner.read(_BY_EMAIL, values)] if email else []

    async def page(self, profile: str, *, search: str, after: str, most: int) -> LocalUserPage:
        """Return users whose names or address contain a text."""
        name, id_ = _START
        if after:
            found = await self._runner.read(_POSITION, {"profile": profile, "id": after})
            if not found:
                return LocalUserPage((), None)
            name, id_ = bytes(found[0][0]), after
        values = {
            "profile": profile,
            "pattern": f"%{_escaped(comparable(search))}%",
            "after_name": name,
            "after_id": id_,
            # One more shows whether there is another page.
            "most": most + 1,
        }
        users = [self._user(row) for row in await self._runner.read(_PAGE, values)]
        return LocalUserPage(tuple(users[:most]), users[most - 1].id if len(users) > most else None)

    async def _one(self, statement: Statement, values: Mapping[str, Any]) -> LocalUser | None:
        found = await self._runner.read(statement, values)
        return self._user(found[0]) if found else None

    def _sealed(self, user: LocalUser) -> bytes:
        body = _Body(
            username=user.username,
            names=user.names,
            email=user.email,
            attributes=dict(user.attributes),
            password=user.password,
            must_change_password=user.must_change_password,
        )
        return self._sealer.seal(msgspec.msgpack.encode(body), _row(user.profile, user.id))

    def _user(self, row: Row) -> LocalUser:
        id_, profile, status, email_verified, created, updated, version, sealed = row
        body = msgspec.msgpack.decode(self._sealer.open(sealed, _row(profile, id_)), type=_Body)
        return LocalUser(
            id=id_,
            profile=profile,
            username=body.username,
            names=body.names,
            email=body.email,
            email_verified=bool(email_verified),
            status=LocalUserStatus(status),
            attributes=body.attributes,
            password=body.password,
            must_change_password=body.must_change_password,
            created=created,
            updated=updated,
            version=version,
        )


def _texts(user: LocalUser) -> tuple[str, ...]:
    return (user.username, *user.names)


def _escaped(text: str) -> str:
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def _row(profile: str, id_: str) -> bytes:
    # The length separates the two, whatever characters they contain.
    return f"local user\0{len(profile)}\0{profile}\0{id_}".encode()
