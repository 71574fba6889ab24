"""Changes of the password and the deletion of an account by its user, who enters the current password for both."""

from dataclasses import dataclass
from typing import Final

import structlog

from hanse.engine.accounts.account_end import AccountEnd
from hanse.engine.accounts.profile_visit import ProfileVisit
from hanse.engine.http.answers import Answer
from hanse.engine.services import Purpose, Services
from hanse.engine.state.contracts import digest
from hanse.plugins.local_identities.accounts import LONGEST_PASSWORD
from hanse.plugins.local_identities.profile import PageText

LOG = structlog.stdlib.get_logger("hanse.accounts")
_MOST_GUESSES: Final = 5
_LOCK_SECONDS: Final = 300.0


@dataclass(frozen=True)
class AccountSecurity:
    """Answers the forms for the password and for the deletion."""

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
        await run(Purpose.PASSWORDS, visit.accounts.set_password, visit.user.id, new)
        LOG.info("password of a local user changed", profile=visit.user.profile, user=visit.user.id, by="user")
        await visit.notify(visit.user.email, "message-template-end-user-password-change.html")
        await self.end.sessions(visit.request.snapshot, visit.user.id)
        return await visit.finish("change.title", "account.password_changed")

    async def delete(self, visit: ProfileVisit) -> Answer:
        """Delete the account with the user's grants and sessions."""
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
        password, stored = visit.field("pf.pass")[: LONGEST_PASSWORD + 1], visit.user.password or None
        matches = visit.accounts.passwords.matches
        if not await self.services.work.run(Purpose.PASSWORDS, matches, password, stored):
            return PageText("account.wrong_password")
        await throttle.clear(key)
        return None
