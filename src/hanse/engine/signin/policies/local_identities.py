"""Nodes that end a policy with a user of a local identity profile."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol

import structlog

from hanse.engine.local_accounts import local_accounts
from hanse.engine.services import Purpose, Services
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.local_profiles import LOCAL_PROFILES
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.local_users import UNIQUE_ID, LocalUser, UserValue
from hanse.plugins.local_identities.accounts import LocalAccounts, NameTaken
from hanse.plugins.local_identities.field_values import TRUE, read_values
from hanse.plugins.local_identities.profile import LocalProfile

LOG = structlog.stdlib.get_logger("hanse.accounts")
# The code of the failure of a source whose users get accounts by just-in-time provisioning.
NOT_PROVISIONED: Final = "user_not_provisioned"
# The code of the failure of a source whose user has no linked account.
NOT_LINKED: Final = "account_not_linked"
LINK_SEPARATOR: Final = "\0"


class LocalUserRefused(Exception):
    """The user has no account that can be used; the text is for administrators."""


class LocalUserNotUsable(LocalUserRefused):
    """The user has an account, and may not sign in with it."""


@dataclass(frozen=True)
class ExternalUser:
    """A user who was authenticated by another source: the adapter, and the attributes of the inbound mapping."""

    source: str
    attributes: Mapping[str, Value]


class LocalIdentities(Protocol):
    """Finds the local users of policies."""

    async def find(self, snapshot: Snapshot, profile: str, local_user: str, external: ExternalUser | None) -> LocalUser:
        """Return the user of a profile. Raises LocalUserRefused and Unavailable.

        `local_user` is the user who has signed in with a password of a profile; empty for nobody. An external user gets
        an account at the first sign-in, and the mapped values at each.
        """
        ...


@dataclass(frozen=True)
class StoredLocalIdentities:
    """The users in the run-time state; implements `LocalIdentities`."""

    services: Services

    async def find(
        self,
        snapshot: Snapshot,
        profile: str,
        local_user: str,
        external: ExternalUser | None,
        *,
        updates: bool = True,
    ) -> LocalUser:
        """Return the user of a profile. Without updates, the values of an existing user stay as they are."""
        accounts = local_accounts(self.services, snapshot, profile)
        find = partial(_find, accounts, local_user, external, updates=updates)
        user = await self.services.work.run(Purpose.PASSWORDS, find)
        if not accounts.may_sign_in(user):
            raise LocalUserNotUsable("The account is disabled, or its e-mail address is not verified.")
        return user


class DryRunLocalIdentities:
    """Users of a dry run, who are not stored; implements `LocalIdentities`."""

    async def find(self, snapshot: Snapshot, profile: str, local_user: str, external: ExternalUser | None) -> LocalUser:
        """Return a user with the mapped values. Without an inbound mapping, the user has no values."""
        del local_user  # The chosen results of a dry run contain no local user.
        found = snapshot.part(LOCAL_PROFILES).get(profile)
        if found is None:
            raise LocalUserRefused("The local identity profile cannot be used.")
        values = {} if external is None else _values(found, external, is_new=True)
        return LocalUser(
            id="dry-run", profile=profile, username="", names=(), attributes=values, created=0.0, updated=0.0
        )


def _find(accounts: LocalAccounts, local_user: str, external: ExternalUser | None, *, updates: bool) -> LocalUser:
    known = accounts.get(local_user) if local_user else None
    if external is None:
        if known is None:
            raise LocalUserRefused("The user did not sign in with a password of the profile.")
        return known
    link = _link(external)
    user = known or accounts.find_linked(link)
    if user is None:
        return _register(accounts, external, link)
    return _update(accounts, user, external) if updates else user


def _register(accounts: LocalAccounts, external: ExternalUser, link: str) -> LocalUser:
    values = _values(accounts.profile, external, is_new=True)
    made = accounts.new_user(values, password="", verified=_is_verified(accounts.profile, external))
    user = replace(made, links=(link,))
    try:
        user = accounts.create(user)
    except NameTaken as error:
        # The same user may have signed in for the first time in two windows.
        if (other := accounts.find_linked(link)) is not None:
            return other
        # Another account is never taken over because it has the same name or address.
        fields = ", ".join(sorted(accounts.taken_fields(user)))
        raise LocalUserRefused(f"Another user of the profile has the value of: {fields}.") from error
    LOG.info("local user registered at a sign-in", profile=user.profile, user=user.id, source=external.source)
    return user


def _update(accounts: LocalAccounts, user: LocalUser, external: ExternalUser) -> LocalUser:
    mapped = _values(accounts.profile, external, is_new=False)

    def changed(before: LocalUser) -> LocalUser:
        values = {**before.attributes, **mapped}
        after = accounts.with_values(before, values, verified=before.email_verified)
        is_same = after.email == before.email and before.email_verified
        verified = bool(after.email) and (is_same or _is_verified(accounts.profile, external))
        return accounts.with_values(before, values, verified=verified)

    if changed(user) == user:
        return user
    try:
        stored = accounts.change(user.id, changed)
    except NameTaken:
        LOG.warning("values of a user not updated, as another user has one", profile=user.profile, user=user.id)
        return user
    if stored is None:
        raise LocalUserRefused("The account was deleted.")
    return stored


def _values(profile: LocalProfile, external: ExternalUser, *, is_new: bool) -> dict[str, UserValue]:
    """Return the mapped values that are valid. Raises LocalUserRefused if a new user lacks a required one."""
    mapped = [each for each in profile.fields if external.attributes.get(each.id)]
    entered = {
        each.id: [value] if isinstance(value := external.attributes[each.id], str) else list(value) for each in mapped
    }
    values, errors = read_values(profile, mapped, entered)
    for name in errors:
        values.pop(name, None)
    lacking = [each.id for each in profile.fields if each.required and each.id not in values]
    if is_new and lacking:
        raise LocalUserRefused(f"The inbound mapping has no valid value for: {', '.join(lacking)}.")
    return values


def _is_verified(profile: LocalProfile, external: ExternalUser) -> bool:
    """Return whether the source states that the address is verified, by a mapping to the status field."""
    status = "" if profile.verification is None else profile.verification.status_field
    return bool(status) and external.attributes.get(status) == TRUE


def _link(external: ExternalUser) -> str:
    unique = external.attributes.get(UNIQUE_ID, "")
    text = unique if isinstance(unique, str) else next(iter(unique), "")
    if not text:
        raise LocalUserRefused(f"The inbound mapping has no value for {UNIQUE_ID}.")
    # The same ID in another source is another user.
    return external_link(external.source, text)


def external_link(source: str, id_: str) -> str:
    """Return the link of an account to a user of another source."""
    return f"{source}{LINK_SEPARATOR}{id_}"
