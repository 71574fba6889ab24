"""The scopes that clients can request: common and exclusive scopes, scope groups and dynamic scopes.

A scope parameter is resolved in time that depends on its own length, however many scopes are configured. A name has one
meaning: an exact name takes precedence over a dynamic scope, and among several matching dynamic scopes the one with the
longest fixed part. So a client that may request `payment:*` does not get an exclusive scope `payment:admin`.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import msgspec
import structlog

from hanse.config.declare.resource import Resource
from hanse.engine.errors import InvalidScope
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.resources.system.authorization_server import (
    COMMON_GROUPS,
    COMMON_SCOPES,
    EXCLUSIVE_GROUPS,
    EXCLUSIVE_SCOPES,
    SETTINGS,
)
from hanse.resources.system.authorization_server.names import MAXIMUM_NAME_LENGTH, WILDCARD

LOG = structlog.stdlib.get_logger("hanse.oauth")
OPENID: Final = "openid"
OFFLINE_ACCESS: Final = "offline_access"
# More than any client needs, and few enough for a fast request.
MOST_REQUESTED: Final = 1000
MOST_PUBLISHED: Final = 1000
# OpenID Connect Core 1.0, section 5.4.
_DEFINED: Final = frozenset({OPENID, OFFLINE_ACCESS, "profile", "email", "address", "phone"})
# `scope-token` of RFC 6749, section 3.3.
_SCOPE_TOKEN: Final = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]+")


class ConfiguredScope(msgspec.Struct, frozen=True, gc=False):
    """A configured scope or scope group; `scopes` are the members of a group."""

    exclusive: ClassVar[bool] = False
    name: str
    description: str
    dynamic: bool = False
    scopes: tuple[str, ...] | None = None


class ConfiguredExclusiveScope(ConfiguredScope, frozen=True, gc=False):
    """A scope or scope group that only clients which list it may request."""

    exclusive: ClassVar[bool] = True


# Scopes that exist without configuration (OpenID Connect Core 1.0, sections 3.1.2.1 and 11). Only `openid` can be among
# the scopes that a client is restricted to; `offline_access` can if it is configured.
BUILT_IN: Final[Mapping[str, ConfiguredScope]] = {
    OPENID: ConfiguredScope(OPENID, "Sign in with OpenID Connect"),
    OFFLINE_ACCESS: ConfiguredScope(OFFLINE_ACCESS, "Keep access while you are not using the application"),
}
_DECODERS: Final[Mapping[Resource[Any], msgspec.json.Decoder[ConfiguredScope]]] = {
    COMMON_SCOPES: msgspec.json.Decoder(ConfiguredScope),
    COMMON_GROUPS: msgspec.json.Decoder(ConfiguredScope),
    EXCLUSIVE_SCOPES: msgspec.json.Decoder(ConfiguredExclusiveScope),
    EXCLUSIVE_GROUPS: msgspec.json.Decoder(ConfiguredExclusiveScope),
}


@dataclass(frozen=True)
class Scopes:
    """All scopes and scope groups by name.

    `shapes` are the lengths before and after the asterisk of dynamic scopes, those with the longest fixed part first.
    """

    entries: Mapping[str, ConfiguredScope]
    shapes: tuple[tuple[int, int], ...]
    # The description for users if a client requests no scope.
    default_description: str

    def resolve(self, client: RegisteredClient | None, requested: str | None) -> tuple[str, ...]:
        """Return the scopes that a scope parameter grants to a client, each once and in the order of the request.

        `client` is None for a request without client identification, which gets common scopes only. Groups remain
        groups; `expand` replaces them. Without a scope parameter it is the default scope, which has no names. Raises
        InvalidScope (RFC 6749, section 3.3).
        """
        names = parse(requested)
        for name in names:
            if not self._is_allowed(client, name):
                raise InvalidScope(f"The scope {name} is unknown or not allowed for this client.")
        return names

    def allowed(self, client: RegisteredClient | None, granted: Iterable[str]) -> tuple[str, ...]:
        """Return those of granted scopes that still exist and are still allowed for a client; for stored grants."""
        return tuple(name for name in granted if self._is_allowed(client, name))

    def narrow(self, granted: Collection[str], requested: str | None) -> tuple[str, ...]:
        """Return the part of granted scopes that a scope parameter names, or all of them without one.

        A member of a granted group can be named. Raises InvalidScope for anything that was not granted (RFC 6749,
        section 6).
        """
        names = parse(requested)
        if not names:
            return tuple(granted)
        within = {*granted, *self.expand(granted)}
        for name in names:
            if name not in within:
                raise InvalidScope(f"The scope {name} was not granted.")
        return names

    def expand(self, scopes: Iterable[str]) -> tuple[str, ...]:
        """Return scopes with groups replaced by their members, each once."""
        return tuple(dict.fromkeys(member for name in scopes for member in self._members(name)))

    def description(self, scope: str) -> str:
        """Return the description of a scope for users; empty if it does not exist any more."""
        entry = self._meaning(scope)
        return "" if entry is None else entry.description

    def message_key(self, scope: str) -> str:
        """Return the key of a built-in scope's description in the page texts; empty for configured scopes."""
        built_in = BUILT_IN.get(scope)
        return f"scope.{scope}" if built_in is not None and self._meaning(scope) is built_in else ""

    def is_dynamic(self, scope: str) -> bool:
        """Return whether a scope is a value of a dynamic scope, so that users should see the value itself."""
        entry = self._meaning(scope)
        return entry is not None and entry.dynamic

    def all_public(self) -> tuple[str, ...]:
        """Return the common scopes and groups for `scopes_supported` (RFC 8414, section 2), without dynamic scopes.

        If there are too many for the metadata, only those that specifications define.
        """
        return self._public

    @cached_property
    def _public(self) -> tuple[str, ...]:
        common = [each.name for each in self.entries.values() if not (each.exclusive or each.dynamic)]
        if len(common) > MOST_PUBLISHED:
            common = [name for name in common if name in _DEFINED]
        # RFC 8414 lets the server choose which scopes it names; an exclusive `offline_access` is not named.
        built_in = (name for name in BUILT_IN if not self.entries.get(name, BUILT_IN[name]).exclusive)
        return tuple(dict.fromkeys((*built_in, *sorted(common))))

    def _members(self, name: str) -> tuple[str, ...]:
        entry = self.entries.get(name)
        return (name,) if entry is None or entry.scopes is None else entry.scopes

    def _is_allowed(self, client: RegisteredClient | None, name: str) -> bool:
        entry = self._meaning(name)
        if entry is None:
            return False
        if entry.exclusive:
            return client is not None and entry.name in client.exclusive_scopes
        common = None if client is None else client.common_scopes
        return common is None or entry.name in common or entry is BUILT_IN[OFFLINE_ACCESS]

    def _meaning(self, scope: str) -> ConfiguredScope | None:
        entry = self.entries.get(scope)
        if entry is not None:
            # Nobody requests a dynamic scope itself: a token with the asterisk in it might be taken for all values.
            return None if entry.dynamic else entry
        return BUILT_IN.get(scope) or self._dynamic(scope)

    def _dynamic(self, scope: str) -> ConfiguredScope | None:
        if WILDCARD in scope:
            return None
        for before, after in self.shapes:
            if len(scope) <= before + after:
                continue
            entry = self.entries.get(f"{scope[:before]}{WILDCARD}{scope[len(scope) - after :]}")
            if entry is not None:
                return entry
        return None


def parse(requested: str | None) -> tuple[str, ...]:
    """Return the names in a scope parameter, each once. Raises InvalidScope (RFC 6749, section 3.3).

    Additional spaces are ignored, because many clients send them.
    """
    if requested is None:
        return ()
    names = tuple(dict.fromkeys(name for name in requested.split(" ") if name))
    if len(names) > MOST_REQUESTED:
        raise InvalidScope(f"At most {MOST_REQUESTED} scopes can be requested at once.")
    if any(len(name) > MAXIMUM_NAME_LENGTH or not _SCOPE_TOKEN.fullmatch(name) for name in names):
        raise InvalidScope("The scope is malformed.")
    return names


def _compile(given: CompilerInput[Scopes]) -> Scopes:
    previous, ids = given.previous, given.changes.ids
    if previous is None or ids is None:
        entries = dict(_all_entries(given))
        return Scopes(entries, _shapes(entries), _default_description(given))
    default = _default_description(given) if SETTINGS.kind in ids else previous.default_description
    names = {name for resource in _DECODERS for name in ids.get(resource.kind, ())}
    if not names:
        return Scopes(previous.entries, previous.shapes, default)
    changed = dict(_entries_of(given, names))
    entries = {**previous.entries, **changed}
    for name in names - changed.keys():
        entries.pop(name, None)
    # Dynamic scopes are recognized by their names, so the shapes stay the same unless such a name was added or removed.
    shapes = _shapes(entries) if any(WILDCARD in name for name in names) else previous.shapes
    return Scopes(entries, shapes, default)


def _all_entries(given: CompilerInput[Scopes]) -> Iterator[tuple[str, ConfiguredScope]]:
    for resource in _DECODERS:
        yield from _decoded(resource, given.view.raw_bodies(resource))


def _entries_of(given: CompilerInput[Scopes], names: Collection[str]) -> Iterator[tuple[str, ConfiguredScope]]:
    # A name can move from one collection to another in a revision, so each is searched in all of them.
    for resource in _DECODERS:
        yield from _decoded(resource, given.view.raw_bodies_of(resource, names).items())


def _decoded(resource: Resource[Any], bodies: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, ConfiguredScope]]:
    for name, body in bodies:
        try:
            yield name, _DECODERS[resource].decode(body)
        except msgspec.DecodeError as error:
            LOG.error("document not usable", kind=resource.kind, id=name, reason=str(error))  # noqa: TRY400 - it says all.


def _default_description(given: CompilerInput[Scopes]) -> str:
    return given.view.singleton(SETTINGS).default_scope_description


def _shapes(entries: Mapping[str, ConfiguredScope]) -> tuple[tuple[int, int], ...]:
    parts = (name.partition(WILDCARD) for name, entry in entries.items() if entry.dynamic)
    found = {(len(before), len(after)) for before, _, after in parts}
    return tuple(sorted(found, key=lambda shape: (-sum(shape), -shape[0])))


SCOPES: Compiler[Scopes] = Compiler("scopes", frozenset({SETTINGS.kind, *(each.kind for each in _DECODERS)}), _compile)
