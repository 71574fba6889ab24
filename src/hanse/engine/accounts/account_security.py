"""Changes of the password, the end of sessions, and the deletion of an account by its user.

For a new password and the deletion, the user enters the current password.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import structlog

from hanse.engine.accounts.account_end import AccountEnd
from hanse.engine.accounts.account_sessions import AccountSession
from hanse.engine.accounts.link_removal import LinkRemoval, can_remove_links
from hanse.engine.accounts.linked_partners import linked_partners
from hanse.engine.accounts.profile_visit import ProfileVisit
from hanse.engine.http.answers import Answer
from hanse.engine.services import Purpose, Services
from hanse.engine.state.contracts import digest
from hanse.kit.local_users import LocalUserEventKind, PasswordRefused
from hanse.plugins.local_identities.accounts import LONGEST_PASSWORD
from hanse.plugins.local_identities.profile import PageText

LOG = structlog.stdlib.get_logger("hanse.accounts")
_MOST_GUESSES: Final = 5
_LOCK_SECONDS: Final = 300.0


@dataclass(frozen=True)
class AccountSecurity:
    """Answers the forms for the password, the sessions and the deletion."""

    services: Services
    end: AccountEnd

    async def change_password(self, visit: ProfileVisit) -> Answer:
        """Store another password. All sessions of the user end, so that nobody else stays signed in."""
        new, run = visit.field("pf.newPassword"), self.services.work.run
        objection: PageText | None = await run(Purpose.PASSWORDS, visit.accounts.password_objection, new, visit.user)
        if new != visit.field("pf.confirmPassword"):
            objection = PageText("change.different")
        objection = objection or await self._check_password(visit)
        if objection is not None:
            return await visit.show(password_error=objection)
        try:
            await run(Purpose.PASSWORDS, visit.accounts.set_password, visit.user.id, new)
        except PasswordRefused:
            return await visit.show(password_error=PageText("account.password_refused"))
        LOG.info("password of a local user changed", profile=visit.user.profile, user=visit.user.id, by="user")
        await visit.notify(visit.user.email, "message-template-end-user-password-change.html")
        await self.end.sessions(visit.request.snapshot, visit.user.id)
        return await visit.finish("change.title", "account.password_changed")

    async def end_session(self, visit: ProfileVisit) -> Answer:
        """End one session other than the current one."""
        id_ = visit.field("pf.endSession")
        return await self._end(visit, [each for each in await visit.sessions() if each.id == id_])

    async def end_other_sessions(self, visit: ProfileVisit) -> Answer:
        """End all sessions except the current one."""
        return await self._end(visit, await visit.sessions())

    async def _end(self, visit: ProfileVisit, chosen: Sequence[AccountSession]) -> Answer:
        others = [each for each in chosen if not each.is_current]
        ended = await visit.account_sessions.end(visit.request.snapshot, others)
        if ended:
            user, accounts = visit.user, visit.accounts
            event = accounts.event(LocalUserEventKind.SESSIONS_ENDED)
            await self.services.work.run(Purpose.PASSWORDS, accounts.users.add_event, user.profile, user.id, event)
            LOG.info("sessions of a local user ended", profile=user.profile, user=user.id, by="user", ended=ended)
        return await visit.show(done="account.sessions_ended")

    async def remove_link(self, visit: ProfileVisit) -> Answer:
        """Remove a link to a user of a partner, and end the other sessions."""
        id_, user, snapshot = visit.field("pf.removeLink"), visit.user, visit.request.snapshot
        found = [each for each in linked_partners(snapshot, user) if each.id == id_]
        if not found or not can_remove_links(user):
            return await visit.show()
        removal = LinkRemoval(self.services, visit.account_sessions)
        changed = await removal.remove(snapshot, visit.accounts, user, found, visit.current_sessions)
        return await replace(visit, user=changed).show(done="account.link_removed")

    async def delete(self, visit: ProfileVisit) -> Answer:
        """Delete the account with the user's grants and sessions."""
        if not visit.accounts.profile.deletion_enabled:
            return await visit.show()
        wrong = await self._check_password(visit)
        if wrong is not None:
            return await visit.show(delete_error=wrong)
        # The grants first, so that nothing is valid without its user if the server stops in between.
        await self.end.grants(visit.user.id)
        await self.services.work.run(Purpose.PASSWORDS, visit.accounts.delete, visit.user.id)
        LOG.info("local user deleted", profile=visit.user.profile, user=visit.user.id, by="user")
        await self.end.sessions(visit.request.snapshot, visit.user.id)
        return await visit.finish("account.delete_title", "account.deleted")

    async def _check_password(self, visit: ProfileVisit) -> PageText | None:
        """Return the error in the current password, which somebody at an unlocked computer does not know."""
        throttle, now = self.services.state.throttle, self.services.clock.now().timestamp()
        key = digest(f"profile password\0{visit.user.id}")
        counted = await throttle.fail(
            key, now, window_seconds=_LOCK_SECONDS, limit=_MOST_GUESSES, lock_seconds=_LOCK_SECONDS
        )
        if counted.count > _MOST_GUESSES:
            return PageText("login.locked", minutes=round(_LOCK_SECONDS / 60))
        password, user = visit.field("pf.pass")[: LONGEST_PASSWORD + 1], visit.user
        matches = visit.accounts.passwords.matches
        if not await self.services.work.run(Purpose.PASSWORDS, matches, password, user):
            return PageText("account.wrong_password")
        await throttle.clear(key)
        return None
