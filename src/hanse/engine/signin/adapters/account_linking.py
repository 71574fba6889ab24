"""Account linking: users of a partner link their identifier there to their own account, and use it from then on.

At the first sign-in through the connection, the user signs in to the account as well, and confirms the link. The link
consists of the partner and the identifier. It belongs to the account, and its user can remove it on the profile page.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
import structlog

from hanse.engine.local_accounts import local_accounts, profile_adapters
from hanse.engine.services import Purpose, Services
from hanse.engine.signin.adapters.partner_users import partner_link
from hanse.engine.signin.policies.local_identities import NOT_LINKED, LocalUserRefused
from hanse.engine.signin.policies.policy_request import PolicyRequest
from hanse.engine.signin.policies.position import PassedAdapter
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.snapshot.partner_accounts import AccountLinking
from hanse.kit.errors import Unavailable
from hanse.kit.local_users import MOST_LINKS, LocalUser, LocalUserEventKind
from hanse.plugins.adapters.second_factors.factor_users import factor_key
from hanse.plugins.contracts.adapters import NEEDS_USER, AdapterResult, Failure, Redirect, ShowPage, Success
from hanse.plugins.local_identities.accounts import LocalAccounts

LOG = structlog.stdlib.get_logger("hanse.accounts")
TEMPLATE: Final = "local.identity.account.link.html"
# The member of the waiting connection's state with everything about the link.
_LINKING: Final = "linking"
# Calls the adapter of the local sign-in: the request, the adapter, and its state; None begins.
CallAdapter = Callable[[PolicyRequest, str, Mapping[str, Any] | None], Awaitable[AdapterResult]]


class _Pending(msgspec.Struct, frozen=True, kw_only=True):
    """A link that the user has not confirmed yet."""

    # The sign-in at the partner, and the link for its user.
    passed: PassedAdapter
    link: str
    # The adapter of the local sign-in with its state; empty before the user has chosen to sign in.
    adapter: str = ""
    state: dict[str, Any] = {}
    # The user who has signed in to the account; empty before.
    local_user: str = ""


@dataclass(frozen=True)
class AccountLinks:
    """Finds and creates the links of accounts."""

    services: Services
    call: CallAdapter

    async def begin(
        self, turn: PolicyRequest, wanted: AccountLinking, passed: PassedAdapter, issuer: str
    ) -> ShowPage | PassedAdapter | Failure:
        """Return the sign-in with the linked account, or the page that offers to link one.

        `issuer` is the verified issuer of an ID token; empty for other partners.
        """
        snapshot = turn.request.snapshot
        try:
            subject = passed.attributes.get(wanted.subject)
            link = partner_link(issuer or wanted.issuer, subject, passed.remote_subject)
            accounts = local_accounts(self.services, snapshot, wanted.profile)
            user = await self.services.work.run(Purpose.LOOKUPS, accounts.find_linked, link)
        except (LocalUserRefused, Unavailable) as error:
            return Failure(code=NOT_LINKED, detail=str(error))
        if user is not None:
            return _with_account(accounts, passed, user)
        if turn.wanted.passive:
            return Failure(code=NEEDS_USER, detail="The user has no linked account yet, and must sign in to it.")
        if not profile_adapters(snapshot, wanted.profile):
            return Failure(code=NOT_LINKED, detail="No adapter signs in users of the local identity profile only.")
        return _page(wanted, _Pending(passed=passed, link=link))

    async def resume(
        self, turn: PolicyRequest, wanted: AccountLinking | None, state: Mapping[str, Any]
    ) -> ShowPage | Redirect | PassedAdapter | Failure:
        """Continue with the input of the user."""
        if wanted is None:
            return Failure(code=NOT_LINKED, detail="Account linking has been switched off.")
        pending, form = msgspec.convert(state[_LINKING], _Pending), turn.form or {}
        if pending.adapter and not pending.local_user:
            return await self._sign_in(turn, wanted, pending, pending.state)
        if "cancel" in form:
            return Failure(code="cancelled", detail="The user did not link an account.")
        if pending.local_user:
            return await self._add(turn.request.snapshot, wanted, pending)
        adapters = profile_adapters(turn.request.snapshot, wanted.profile)
        if not adapters:
            return Failure(code=NOT_LINKED, detail="No adapter signs in users of the local identity profile only.")
        return await self._sign_in(turn, wanted, msgspec.structs.replace(pending, adapter=adapters[0]), None)

    async def _sign_in(
        self, turn: PolicyRequest, wanted: AccountLinking, pending: _Pending, state: Mapping[str, Any] | None
    ) -> ShowPage | Redirect | Failure:
        """Let the user sign in to the account. An existing session is not used, so that the user is present."""
        result = await self.call(turn, pending.adapter, state)
        if isinstance(result, Failure):
            return result
        if not isinstance(result, Success):
            waiting = msgspec.structs.replace(pending, state=dict(result.state))
            return replace(result, state=_state(waiting))
        try:
            user = await self.services.work.run(
                Purpose.LOOKUPS, _owner, self._accounts(turn.request.snapshot, wanted), result.local_user
            )
            await self._refuse_second_factors(user)
        except LocalUserRefused as error:
            return Failure(code=NOT_LINKED, detail=str(error))
        return _page(wanted, msgspec.structs.replace(pending, local_user=user.id), user.username)

    async def _add(self, snapshot: Snapshot, wanted: AccountLinking, pending: _Pending) -> PassedAdapter | Failure:
        """Store the link, and return the sign-in with the account."""
        passed, accounts = pending.passed, self._accounts(snapshot, wanted)
        try:
            # The user may have registered one since the sign-in.
            owner = await self.services.work.run(Purpose.LOOKUPS, accounts.get, pending.local_user)
            if owner is not None:
                await self._refuse_second_factors(owner)
            user = await self.services.work.run(Purpose.LOOKUPS, _link, accounts, pending.local_user, pending.link)
        except LocalUserRefused as error:
            return Failure(code=NOT_LINKED, detail=str(error))
        LOG.info("account linked", profile=user.profile, user=user.id, issuer=wanted.issuer)
        return _with_account(accounts, passed, user)

    async def _refuse_second_factors(self, user: LocalUser) -> None:
        """Raise LocalUserRefused for an account with second factors.

        No policy asks for these here. With the password alone, an attacker could link an identifier of their own.
        """
        factors, names = self.services.state.second_factors, {user.id, user.username, user.email, *user.names}
        for key in {factor_key(each) for each in names if each}:
            if await factors.has_any(user.id, key):
                LOG.warning("account with a second factor not linked", profile=user.profile, user=user.id)
                raise LocalUserRefused("The account has a second factor, for which the linking does not ask.")

    def _accounts(self, snapshot: Snapshot, wanted: AccountLinking) -> LocalAccounts:
        return local_accounts(self.services, snapshot, wanted.profile)


def is_linking(state: Mapping[str, Any]) -> bool:
    """Return whether a connection waits for the user to link an account."""
    return _LINKING in state


def _owner(accounts: LocalAccounts, id_: str) -> LocalUser:
    """Return the user of an account that can get another link. Raises LocalUserRefused. Blocks."""
    user = accounts.get(id_) if id_ else None
    if user is None or not accounts.may_sign_in(user):
        raise LocalUserRefused("The user has no account in the local identity profile that can be used.")
    if len(user.links) >= MOST_LINKS:
        raise LocalUserRefused(f"The account has {MOST_LINKS} links already. The user can remove one of them.")
    return user


def _link(accounts: LocalAccounts, id_: str, link: str) -> LocalUser:
    """Add a link to an account. Raises LocalUserRefused. Blocks."""

    def linked(before: LocalUser) -> LocalUser:
        # The same user may have confirmed in two windows, or another user in between.
        other = accounts.find_linked(link)
        if other is not None and other.id != before.id:
            raise LocalUserRefused("Another account was linked in the meantime.")
        return before if other is not None else replace(_owner(accounts, before.id), links=(*before.links, link))

    changed = accounts.change(id_, linked, LocalUserEventKind.ACCOUNT_LINKED)
    if changed is None:
        raise LocalUserRefused("The account was deleted.")
    return changed


def _with_account(accounts: LocalAccounts, passed: PassedAdapter, user: LocalUser) -> PassedAdapter | Failure:
    if not accounts.may_sign_in(user):
        return Failure(code=NOT_LINKED, detail="The account is disabled, or its e-mail address is not verified.")
    return msgspec.structs.replace(passed, local_user=user.id)


def _page(wanted: AccountLinking, pending: _Pending, username: str = "") -> ShowPage:
    """Return the page that explains the link, or asks the user of an account to confirm it."""
    subject = pending.passed.attributes.get(wanted.subject, "")
    values = {"partner": wanted.name, "subject": subject, "username": username}
    return ShowPage(template=TEMPLATE, values=values, state=_state(pending))


def _state(pending: _Pending) -> dict[str, Any]:
    return {_LINKING: msgspec.to_builtins(pending)}
