"""Records of the server about users in a directory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hanse.kit.local_users import EmbeddedLocalUsers, LocalUser, LocalUserEvent


@dataclass(frozen=True)
class UserRecords:
    """The records of one profile's users, in the store of users whom the server stores itself.

    A record is a user without names, so that nobody can sign in with it. Its profile has a name that no profile can
    have, so that records are never users of a profile.
    """

    stored: EmbeddedLocalUsers
    profile: str

    def create(self, user: LocalUser, event: LocalUserEvent | None) -> bool:
        """Create the record of a new user; False if another user has one of the links."""
        return self.stored.create(self._record(user), event) is not None

    def update(self, user: LocalUser) -> bool:
        """Store what a record has of a changed user; False if the record was changed since, or a link is in use."""
        self.ensure(user)
        return self.stored.update(self._record(user))

    def ensure(self, user: LocalUser) -> None:
        """Create the record of a user unless there is one. Other data can then refer to it."""
        if self.get(user.id) is None:
            self.stored.create(self._record(user))

    def delete(self, id_: str) -> None:
        """Delete the record of a user, with the history."""
        self.stored.delete(self._own, id_)

    def get(self, id_: str) -> LocalUser | None:
        """Return a record."""
        return self.stored.get(self._own, id_)

    def of_users(self, ids: Sequence[str]) -> Mapping[str, LocalUser]:
        """Return the records of some users by their IDs."""
        return {each.id: each for each in self.stored.of_ids(self._own, ids)} if ids else {}

    def by_link(self, link: str) -> LocalUser | None:
        """Return the record with a link to a user of another system."""
        return self.stored.by_link(self._own, link)

    def add_event(self, id_: str, event: LocalUserEvent) -> None:
        """Add an event to the history of a user."""
        self.stored.add_event(self._own, id_, event)

    def events(self, id_: str, most: int) -> Sequence[LocalUserEvent]:
        """Return the newest events of a user."""
        return self.stored.events(id_, most)

    def record_sign_in(self, id_: str, now: float) -> None:
        """Store the time of a sign-in."""
        self.stored.record_sign_in(self._own, id_, now)

    @property
    def _own(self) -> str:
        # IDs of profiles have no bar.
        return f"directory|{self.profile}"

    def _record(self, user: LocalUser) -> LocalUser:
        return replace(user, profile=self._own, username=user.id, names=(), email="", attributes={}, password="", dn="")
