"""The users that the server stores itself.

Usernames, other names and addresses are in columns, because users are found by them. All other data about a user,
including the digest of the password, is sealed. Columns that are sorted or compared contain UTF-8 octets, so that both
databases have the same order.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from hanse.engine.state.sealing import Sealer
from hanse.engine.state.statements import Row, Statement, StatementRunner, Step
from hanse.kit.local_users import (
    MOST_LINKS,
    LocalUser,
    LocalUserEvent,
    LocalUserEventKind,
    LocalUserPage,
    LocalUserStatus,
    UserValue,
    comparable,
)

# The maximum number of names of a user.
MOST_NAMES: Final = 4
# The maximum number of events in the history of a user.
MOST_EVENTS: Final = 200
_COLUMNS: Final = "id, profile, status, email_verified, created, updated, signed_in, version, body"
_NAMES: Final = tuple(f"name{number}" for number in range(MOST_NAMES + MOST_LINKS))
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
_ADD_EVENT: Final = """INSERT INTO state_local_user_event (user_id, number, time, kind, actor)
    SELECT :id, COALESCE((SELECT MAX(number) FROM state_local_user_event WHERE user_id = :id), 0) + 1,
           :time, :kind, :actor WHERE {condition}"""
_ADD_EVENT_OF_CHANGE: Final = Statement(_ADD_EVENT.format(condition=_CHANGED))
_ADD_EVENT_OF_USER: Final = Statement(
    _ADD_EVENT.format(condition="EXISTS (SELECT 1 FROM state_local_user WHERE id = :id AND profile = :profile)")
)
_FORGET_EVENTS: Final = Statement(
    f"""DELETE FROM state_local_user_event WHERE user_id = :id AND number <=
        (SELECT MAX(number) FROM state_local_user_event WHERE user_id = :id) - {MOST_EVENTS}"""
)
_EVENTS: Final = Statement(
    """SELECT time, kind, actor FROM state_local_user_event WHERE user_id = :id ORDER BY number DESC LIMIT :most"""
)
# Only later times are stored, so that a slower node does not overwrite a newer time.
_RECORD_SIGN_IN: Final = Statement("UPDATE state_local_user SET signed_in = :now WHERE id = :id AND signed_in < :now")
_IS_ACTIVE: Final = Statement("SELECT 1 FROM state_local_user WHERE id = :id AND status = :status")
_HAS_NAMESAKE: Final = Statement(
    """SELECT 1 FROM state_local_user_name WHERE name = :name AND user_id <> :id
       AND profile = (SELECT profile FROM state_local_user WHERE id = :id)"""
)
_DELETE: Final = Statement("DELETE FROM state_local_user WHERE id = :id AND profile = :profile RETURNING 1")
_GET: Final = Statement(f"SELECT {_COLUMNS} FROM state_local_user WHERE id = :id AND profile = :profile")
# Statements have a fixed number of parameters.
_IDS: Final = tuple(f"id{number}" for number in range(50))
_OF_IDS: Final = Statement(
    f"""SELECT {_COLUMNS} FROM state_local_user WHERE profile = :profile
        AND id IN ({", ".join(f":{each}" for each in _IDS)})"""
)
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
    links: tuple[str, ...] = ()


class StoredLocalUsers:
    """Users in a database; implements `contracts.LocalUserStore`."""

    def __init__(self, runner: StatementRunner, sealer: Sealer) -> None:
        self._runner = runner
        self._sealer = sealer

    async def create(self, user: LocalUser, event: LocalUserEvent | None = None) -> bool:
        """Store a new user."""
        return await self._store(_CREATE, user, event, version=0)

    async def update(self, user: LocalUser, event: LocalUserEvent | None = None) -> bool:
        """Store a changed user."""
        return await self._store(_UPDATE, user, event, version=user.version + 1)

    async def _store(
        self, statement: Statement, user: LocalUser, event: LocalUserEvent | None, *, version: int
    ) -> bool:
        names = tuple(dict.fromkeys(comparable(each).encode() for each in (user.username, *user.names)))
        if len(names) > MOST_NAMES or len(user.links) > MOST_LINKS:
            raise ValueError(f"a user can have at most {MOST_NAMES} names and {MOST_LINKS} links")
        names = (*names, *map(_link_name, user.links))
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
            *(() if event is None else _event_steps(_ADD_EVENT_OF_CHANGE, changed, event)),
            durable=True,
        )
        return bool(stored[1])

    async def delete(self, profile: str, id_: str) -> bool:
        """Delete a user with its names."""
        return bool((await self._runner.write((_DELETE, {"profile": profile, "id": id_}), durable=True))[0])

    async def get(self, profile: str, id_: str) -> LocalUser | None:
        """Return a user by ID."""
        return await self._one(_GET, {"profile": profile, "id": id_})

    async def of_ids(self, profile: str, ids: Sequence[str]) -> Sequence[LocalUser]:
        """Return those of some users who exist."""
        found: list[LocalUser] = []
        for start in range(0, len(ids), len(_IDS)):
            some = ids[start : start + len(_IDS)]
            values = {name: some[min(index, len(some) - 1)] for index, name in enumerate(_IDS)}
            rows = await self._runner.read(_OF_IDS, {"profile": profile, **values})
            found += [self._user(row) for row in rows]
        return found

    async def by_name(self, profile: str, name: str) -> LocalUser | None:
        """Return the user with one of the names."""
        return await self._one(_BY_NAME, {"profile": profile, "name": comparable(name).encode()})

    async def by_link(self, profile: str, link: str) -> LocalUser | None:
        """Return the user with a link to a user of another system."""
        return await self._one(_BY_NAME, {"profile": profile, "name": _link_name(link)})

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

    async def add_event(self, profile: str, id_: str, event: LocalUserEvent) -> None:
        """Add an event that did not change the stored user."""
        steps = _event_steps(_ADD_EVENT_OF_USER, {"id": id_, "profile": profile}, event)
        await self._runner.write((_LOCK, {"profile": profile}), *steps, durable=True)

    async def events(self, id_: str, most: int) -> Sequence[LocalUserEvent]:
        """Return the newest events of a user."""
        rows = await self._runner.read(_EVENTS, {"id": id_, "most": most})
        return [LocalUserEvent(time=time, kind=LocalUserEventKind(kind), actor=actor) for time, kind, actor in rows]

    async def record_sign_in(self, id_: str, now: float) -> None:
        """Store the time of a sign-in."""
        await self._runner.write((_RECORD_SIGN_IN, {"id": id_, "now": now}), durable=False)

    async def is_active(self, id_: str) -> bool:
        """Return whether a user exists and is not disabled."""
        return bool(await self._runner.read(_IS_ACTIVE, {"id": id_, "status": LocalUserStatus.ACTIVE.value}))

    async def has_namesake(self, id_: str, name: str) -> bool:
        """Return whether another user of the user's profile has a name."""
        return bool(await self._runner.read(_HAS_NAMESAKE, {"id": id_, "name": comparable(name).encode()}))

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
            links=user.links,
        )
        return self._sealer.seal(msgspec.msgpack.encode(body), _row(user.profile, user.id))

    def _user(self, row: Row) -> LocalUser:
        id_, profile, status, email_verified, created, updated, signed_in, version, sealed = row
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
            links=body.links,
            created=created,
            updated=updated,
            signed_in=signed_in,
            version=version,
        )


def _event_steps(statement: Statement, values: Mapping[str, Any], event: LocalUserEvent) -> Sequence[Step]:
    """Return the steps that add an event to a history, and remove the oldest one if the history is full."""
    given = {**values, "time": event.time, "kind": event.kind.value, "actor": event.actor}
    return (statement, given), (_FORGET_EVENTS, {"id": values["id"]})


def _link_name(link: str) -> bytes:
    """Return a link in the form of a name. No name that anybody enters equals it: the first octet is not UTF-8."""
    return b"\xff" + sha256(link.encode()).digest()


def _texts(user: LocalUser) -> tuple[str, ...]:
    return (user.username, *user.names)


def _escaped(text: str) -> str:
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def _row(profile: str, id_: str) -> bytes:
    # The length separates the two, whatever characters they contain.
    return f"local user\0{len(profile)}\0{profile}\0{id_}".encode()
