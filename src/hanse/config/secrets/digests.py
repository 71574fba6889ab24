"""Digests of passwords, computed while no transaction is open.

Computing a password's digest takes long by design, and writers queue: hashing within a transaction would delay all
other writers. So a save that needs digests first runs without them, which finds its errors without that cost. If there
are none, the transaction is abandoned with `MissingDigest`, the digests are computed, and the save runs again, with all
its checks. Digests are looked up by their password, so that no password is stored with the digest of another one.
"""

from collections import defaultdict
from collections.abc import Mapping

from hanse.config.declare.fields import Digest
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message

# A digest takes some 20 ms of processor time: one request may use four seconds.
MOST_AT_ONCE = 200
# A digest's name, and the password.
Wanted = tuple[str, str]


class MissingDigest(Exception):
    """A save has no errors except that digests of these passwords are missing."""

    def __init__(self, wanted: list[Wanted]) -> None:
        super().__init__(f"{len(wanted)} digests")
        self.wanted = wanted


class Digests:
    """The digests that one request has computed.

    Equal passwords have separate digests with different salts.
    """

    def __init__(self, functions: Mapping[str, Digest], *, is_bounded: bool = True) -> None:
        """`is_bounded` tells whether the number of digests for one request is limited."""
        self._functions, self._is_bounded = functions, is_bounded
        self._made: defaultdict[Wanted, list[str]] = defaultdict(list)
        self._count = 0

    def compute(self, wanted: list[Wanted]) -> None:
        """Compute more digests; raises ValidationFailed, before the first, if there are too many for one request."""
        self._count += len(wanted)
        if self._is_bounded and self._count > MOST_AT_ONCE:
            text = message(
                "At most {limit} passwords can be set at once. Save the others after these.", limit=MOST_AT_ONCE
            )
            raise ValidationFailed([FieldError(text, None, "too_many_passwords")])
        for name, password in wanted:
            self._made[name, password].append(self._functions[name](password))

    def attempt(self) -> "AvailableDigests":
        """Return the source of digests for one run of the save."""
        return AvailableDigests(self._functions, {wanted: list(made) for wanted, made in self._made.items()})


class AvailableDigests:
    """Hands out each precomputed digest once, and records the passwords without one."""

    def __init__(self, names: Mapping[str, Digest], made: dict[Wanted, list[str]]) -> None:
        self.functions: dict[str, Digest] = {name: self._taking(name) for name in names}
        self._made = made
        self._missing: list[Wanted] = []

    def settle(self) -> None:
        """Raise MissingDigest if a password has no precomputed digest."""
        if self._missing:
            raise MissingDigest(self._missing)

    def _taking(self, name: str) -> Digest:
        def take(password: str) -> str:
            if made := self._made.get((name, password)):
                return made.pop()
            self._missing.append((name, password))
            return ""

        return take
