"""The removal of an account's links to users of partners, on the profile page and at the endpoint for applications."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import structlog

from hanse.engine.accounts.account_sessions import AccountSessions
from hanse.engine.accounts.linked_partners import LinkedPartner
from hanse.engine.services import Purpose, Services
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.local_users import LocalUser, LocalUserEventKind
from hanse.plugins.local_identities.accounts import LocalAccounts

LOG = structlog.stdlib.get_logger("hanse.accounts")


def can_remove_links(user: LocalUser) -> bool:
    """Return whether a user may remove links: without a password, a link may be the only way to sign in."""
    return bool(user.password)


@dataclass(frozen=True)
class LinkRemoval:
    """Removes links, and ends the sessions that may have begun with them."""

    services: Services
    sessions: AccountSessions

    async def remove(
        self,
        snapshot: Snapshot,
        accounts: LocalAccounts,
        user: LocalUser,
        links: Collection[LinkedPartner],
        current: Collection[str],
    ) -> LocalUser:
        """Remove links of a user, and return the changed user. The caller has checked `can_remove_links`.

        Sessions that began with a link cannot be told apart from others. All end, except those whose IDs are in
        `current`.
        """
        removed = {each.link for each in links}

        def unlinked(before: LocalUser) -> LocalUser:
            return replace(before, links=tuple(each for each in before.links if each not in removed))

        event, run = LocalUserEventKind.ACCOUNT_UNLINKED, self.services.work.run
        changed = await run(Purpose.PASSWORDS, accounts.change, user.id, unlinked, event)
        for each in links:
            LOG.info("account link removed", profile=user.profile, user=user.id, partner=each.partner)
        found = await self.sessions.of(snapshot, user.id, current)
        await self.sessions.end(snapshot, [each for each in found if not each.is_current])
        return changed or user
