"""Digests of passwords, computed while no transaction is open.

Computing a password's digest takes long by design, and writers queue: hashing within a transaction would delay all
other writers. So a save that needs digests is gone through once without them. What is wrong with it is found then, at
no cost; if nothing is, the transaction is given up with `MissingDigest`, the digests are computed, and the save is gone
through again, with all its checks. A digest belongs to the password that it was computed of, by name, so that what is
stored is never another one's.
"""

from collections import defaultdict
from collections.abc import Mapping

from hanse.config.declare.fields import Digest
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message

# A digest is some 20 ms of a core: one request may cost four seconds.
MOST_AT_ONCE = 200
# A digest's name, and the password.
Wanted = tuple[str, str]


class MissingDigest(Exception):
    """A save lacks nothing but digests of these passwords."""

    def __init__(self, wanted: list[Wanted]) -> None:
        super().__init__(f"{len(wanted)} digests")
        self.wanted = wanted


class Digests:
    """The digests that one request has computed.

    Passwords that are the same have digests of their own, with salts of their own.
    """

    def __init__(self, functions: Mapping[str, Digest], *, is_bounded: bool = True) -> None:
        """`is_bounded` tells whether one request may not have more than so many."""
        self._functions, self._is_bounded = functions, is_bounded
        self._made: defaultdict[Wanted, list[str]] = defaultdict(list)
        self._count = 0

    def compute(self, wanted: list[Wanted]) -> None:
        """Compute more digests; raises ValidationFailed, before the first, when they are too many for one request."""
        self._count += len(wanted)
        if self._is_bounded and self._count > MOST_AT_ONCE:
            text = message(
                "At most {limit} passwords can be set at once. Save the others after these.", limit=MOST_AT_ONCE
            )
            raise ValidationFailed([FieldError(text, None, "too_many_passwords")])
        for name, password in wanted:
            self._made[name, password].append(self._functions[name](password))

    def attempt(self) -> "AvailableDigests":
        """Return the source of digests for one pass through the save."""
        return AvailableDigests(self._functions, {wanted: list(made) for wanted, made in self._made.items()})


class AvailableDigests:
    """Hands out each precomputed digest once, and records the passwords without one."""

    def __init__(self, names: Mapping[str, Digest], made: dict[Wanted, list[str]]) -> None:
        self.functions: dict[str, Digest] = {name: self._taking(name) for name in names}
        self._made = made
        self._missing: list[Wanted] = []

    def settle(self) -> None:
        """Raises DigestsWanted if a password has no precomputed digest."""
        if self._missing:
            raise MissingDigest(self._missing)

    def _taking(self, name: str) -> Digest:
        def take(password: str) -> str:
            if made := self._made.get((name, password)):
                return made.pop()
            self._missing.append((name, password))
            return ""

        return take
