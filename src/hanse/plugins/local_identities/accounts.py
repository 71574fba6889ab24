"""The accounts of a profile's users: sign-in, registration, changes, and passwords.

Passwords follow NIST SP 800-63B-4, section 3.1.1: a minimum length, no rules of composition, and no passwords that are
common or known from breaches.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hanse.crypto.breached_passwords import BreachedPasswords
from hanse.crypto.guessable_passwords import is_guessable
from hanse.kit import product
from hanse.kit.clock import Clock
from hanse.kit.errors import Unavailable
from hanse.kit.local_users import LocalUser, LocalUserEvent, LocalUsers, LocalUserStatus, UserValue, comparable
from hanse.kit.local_users import LocalUserEventKind as Event
from hanse.kit.randomness import Randomness, new_id
from hanse.plugins.local_identities.passwords import UserPasswords
from hanse.plugins.local_identities.profile import LocalProfile, PageText
from hanse.plugins.local_identities.user_values import text_of, with_values

LONGEST_PASSWORD: Final = 256
USERNAME: Final = "username"
_ATTEMPTS: Final = 3
_MOST_USERS: Final = 10


class NameTaken(Exception):
    """Another user of the profile has one of the names."""


@dataclass(frozen=True)
class LocalAccounts:
    """The accounts of one profile. All methods may raise `kit.errors.Unavailable`, and block."""

    profile: LocalProfile
    users: LocalUsers
    passwords: UserPasswords
    breached: BreachedPasswords
    clock: Clock
    randomness: Randomness
    # The administrator who makes the changes, for the history of users; empty for the users themselves.
    actor: str = ""

    def find(self, name: str) -> LocalUser | None:
        """Return the user who signs in with a name."""
        return self.users.by_name(self.profile.id, name) if name else None

    def get(self, id_: str) -> LocalUser | None:
        """Return a user by ID."""
        return self.users.get(self.profile.id, id_)

    def find_linked(self, link: str) -> LocalUser | None:
        """Return the user with a link to a user of another system."""
        return self.users.by_link(self.profile.id, link)

    def of_email(self, email: str) -> Sequence[LocalUser]:
        """Return the users with an address."""
        return self.users.by_email(self.profile.id, email, _MOST_USERS)

    def authenticate(self, name: str, password: str) -> LocalUser | None:
        """Return the user whose password is correct and who may sign in.

        An unknown user takes as long as a wrong password (CWE-208), and so does one who may not sign in.
        """
        user = self.find(name)
        is_right = self.passwords.matches(password, user)
        return user if user is not None and is_right and self.may_sign_in(user) else None

    def may_sign_in(self, user: LocalUser) -> bool:
        """Return whether a user is active, and has a verified address if the profile requires one."""
        verification = self.profile.verification
        is_verified = verification is None or not verification.required or user.email_verified
        return user.status is LocalUserStatus.ACTIVE and is_verified

    def password_objection(self, password: str, user: LocalUser | None = None) -> PageText | None:
        """Return why a password cannot be used, for the user."""
        if len(password) < self.profile.minimum_password_length:
            return PageText("account.password_short", minimum=self.profile.minimum_password_length)
        if len(password) > LONGEST_PASSWORD:
            return PageText("account.password_long", maximum=LONGEST_PASSWORD)
        names = () if user is None else (user.username, user.email, *user.names)
        if comparable(password) in {comparable(each) for each in names}:
            return PageText("account.password_name")
        if self.profile.refuses_common_passwords and is_guessable(password, self._known_words(user)):
            return PageText("account.password_common")
        return PageText("account.password_breached") if password in self.breached else None

    def _known_words(self, user: LocalUser | None) -> Iterator[str]:
        """Yield the words that an attacker tries first: names of the product, of the profile and of the user."""
        yield from (product.NAME, self.profile.name)
        if user is not None:
            yield from (user.username, user.email, *user.names)
            yield from (value for value in user.attributes.values() if isinstance(value, str))

    def new_user(self, values: Mapping[str, UserValue], *, password: str, verified: bool = False) -> LocalUser:
        """Return a user with values that were read; nothing is stored yet. `password` was prepared by `passwords`."""
        now = self.clock.now().timestamp()
        user = LocalUser(
            id=new_id(self.randomness),
            profile=self.profile.id,
            username="",
            names=(),
            password=password,
            created=now,
            updated=now,
        )
        return self.with_values(user, values, verified=verified)

    def with_values(self, user: LocalUser, values: Mapping[str, UserValue], *, verified: bool) -> LocalUser:
        """Return a user with other values, and the names and the address that they contain."""
        return with_values(self.profile, user, values, verified=verified)

    def taken_fields(self, user: LocalUser) -> set[str]:
        """Return the unique fields of a user whose values belong to another user."""
        values = {each: text_of(user.attributes.get(each)) for each in self.profile.unique_fields}
        found = {id_: self.find(value) for id_, value in values.items()}
        return {id_ for id_, other in found.items() if other is not None and other.id != user.id}

    def is_taken(self, user: LocalUser) -> bool:
        """Return whether another user has one of a user's names."""
        return bool(self.taken_fields(user))

    def create(self, user: LocalUser) -> LocalUser:
        """Store a new user, and return it with the ID that the store has chosen. Raises NameTaken, PasswordRefused."""
        created = self.users.create(user, self.event(Event.CREATED if self.actor else Event.REGISTERED))
        if created is None:
            raise NameTaken
        return created

    def change(
        self, id_: str, change: Callable[[LocalUser], LocalUser], event: Event = Event.CHANGED
    ) -> LocalUser | None:
        """Change a user and return the result; None if the user does not exist. Raises NameTaken.

        `change` is repeated if somebody else changes the user at the same moment.
        """
        for _ in range(_ATTEMPTS):
            user = self.get(id_)
            if user is None:
                return None
            changed = replace(change(user), updated=self.clock.now().timestamp())
            if self.users.update(changed, self.event(event)):
                return replace(changed, version=changed.version + 1)
            if self.is_taken(changed):
                raise NameTaken
        raise Unavailable("The user was changed concurrently too often. Try again.", retry_after=1)

    def set_password(self, id_: str, password: str, *, temporary: bool = False, verifies: bool = False) -> bool:
        """Store another password; False if the user does not exist. Raises PasswordRefused.

        A temporary password must be changed at the next sign-in. `verifies` states that the user has just proved to
        receive the e-mails of the account.
        """
        prepared = self.passwords.prepare(password)

        def changed(user: LocalUser) -> LocalUser:
            known = self.verified(user) if verifies else user
            return replace(known, password=prepared, must_change_password=temporary)

        event = Event.TEMPORARY_PASSWORD_SET if temporary else Event.PASSWORD_CHANGED
        return self.change(id_, changed, event) is not None

    def set_status(self, id_: str, status: LocalUserStatus) -> LocalUser | None:
        """Disable or enable a user, and return the result; None if the user does not exist."""
        event = Event.ENABLED if status is LocalUserStatus.ACTIVE else Event.DISABLED
        return self.change(id_, lambda user: replace(user, status=status), event)

    def verify_email(self, id_: str) -> LocalUser | None:
        """Mark the address of a user as verified, and return the result; None if the user does not exist."""
        return self.change(id_, self.verified, Event.EMAIL_VERIFIED)

    def event(self, kind: Event) -> LocalUserEvent:
        """Return an event of a user's history that happens now."""
        return LocalUserEvent(time=self.clock.now().timestamp(), kind=kind, actor=self.actor)

    def verified(self, user: LocalUser) -> LocalUser:
        """Return a user whose address is verified."""
        return self.with_values(user, user.attributes, verified=True) if user.email else user

    def delete(self, id_: str) -> bool:
        """Delete a user."""
        return self.users.delete(self.profile.id, id_)
