"""Changes of a user's own data. A new e-mail address is used after the user has proved to receive its e-mails."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import structlog

from hanse.engine.accounts.address_proof import AddressProof
from hanse.engine.accounts.profile_visit import CONFIRMED, ProfileVisit
from hanse.engine.http.answers import Answer
from hanse.engine.services import Purpose, Services
from hanse.kit.local_users import LocalUser, LocalUserEventKind, UserValue, comparable
from hanse.plugins.local_identities.accounts import NameTaken
from hanse.plugins.local_identities.field_values import Errors, read_values
from hanse.plugins.local_identities.form_fields import entered_in, profile_fields
from hanse.plugins.local_identities.profile import PageText

LOG = structlog.stdlib.get_logger("hanse.accounts")
CODE_STAGE: Final = "code"
_CHANGED_MESSAGE: Final = "message-template-account-email-changed.html"
_CODE_TEMPLATE: Final = "local.identity.email.verification.otp.html"


@dataclass(frozen=True)
class ProfileData:
    """Answers the form with the user's data, and the one for the code."""

    services: Services
    proof: AddressProof

    async def save(self, visit: ProfileVisit) -> Answer:
        """Store the values of the form. Fields that are not on the page, or are read-only, keep their values."""
        accounts, user = visit.accounts, visit.user
        fields = [each for each in profile_fields(accounts.profile) if not each.read_only]
        entered = {} if visit.form is None else {name: visit.form.all(name)[0] for name in visit.form}
        values, errors = read_values(accounts.profile, fields, entered_in(entered, fields))
        editable = {each.id for each in fields}
        values.update({name: value for name, value in user.attributes.items() if name not in editable})
        if errors:
            return await visit.show(values=values, errors=errors)
        email_field = accounts.profile.email_field
        email = values.get(email_field, "")
        needs_proof = (
            accounts.profile.verification is not None
            and isinstance(email, str)
            and bool(email)
            and comparable(email) != comparable(user.email)
        )
        # All else is saved at once.
        stored = await self._store(visit, {**values, email_field: user.email} if needs_proof else values)
        if not isinstance(stored, LocalUser):
            return await visit.show(values=values, errors=stored)
        visit = replace(visit, user=stored)
        return await self.request_code(visit, str(email)) if needs_proof else await visit.show(done="account.saved")

    async def verify(self, visit: ProfileVisit) -> Answer:
        """Send a code to the stored address."""
        return await self.request_code(visit, visit.user.email)

    async def request_code(self, visit: ProfileVisit, email: str) -> Answer:
        """Send a code to an address, and ask for it."""
        accounts, user = visit.accounts, visit.user
        verification = accounts.profile.verification
        if verification is None or not email:
            return await visit.show()
        draft = accounts.with_values(user, {**user.attributes, verification.field: email}, verified=True)
        is_real = not await self.services.work.run(Purpose.PASSWORDS, accounts.is_taken, draft)
        state = await self.proof.begin(visit.request, verification, user.id, email, is_real=is_real)
        if state is None:
            return await visit.show(error="reset.too_often")
        return await _show_code_page(visit, {**state, CONFIRMED: visit.confirmed})

    async def enter_code(self, visit: ProfileVisit, state: Mapping[str, Any]) -> Answer:
        """Use the new address if the code is right."""
        accounts, verification = visit.accounts, visit.accounts.profile.verification
        if verification is None:
            return await visit.show()
        if not self.proof.is_right(state, visit.field("otp")):
            tries = int(state["tries"]) + 1
            if tries >= verification.tries:
                return await visit.show(error="reset.too_many_tries")
            return await _show_code_page(visit, {**state, "tries": tries}, "reset.wrong_code")

        def change(before: LocalUser) -> LocalUser:
            values = {**before.attributes, verification.field: str(state["email"])}
            return accounts.with_values(before, values, verified=True)

        changed = await self._change(visit, change, LocalUserEventKind.EMAIL_VERIFIED)
        if not isinstance(changed, LocalUser):
            return await visit.show(error="account.in_use")
        LOG.info("address of a local user verified", profile=accounts.profile.id, user=changed.id)
        if comparable(changed.email) != comparable(visit.user.email):
            await visit.notify(visit.user.email, _CHANGED_MESSAGE)
        return await replace(visit, user=changed).show(done="account.verified")

    async def _store(self, visit: ProfileVisit, values: Mapping[str, UserValue]) -> LocalUser | Errors:
        def change(before: LocalUser) -> LocalUser:
            changed = visit.accounts.with_values(before, values, verified=before.email_verified)
            # Without verification now, another address must not remain verified when verification is enabled later.
            is_same = comparable(changed.email) == comparable(before.email)
            return changed if is_same else visit.accounts.with_values(before, values, verified=False)

        stored = await self._change(visit, change)
        if isinstance(stored, LocalUser):
            LOG.info("local user changed", profile=stored.profile, user=stored.id, by="user")
            if comparable(stored.email) != comparable(visit.user.email):
                await visit.notify(visit.user.email, _CHANGED_MESSAGE)
        return stored

    async def _change(
        self, visit: ProfileVisit, change: Any, event: LocalUserEventKind = LocalUserEventKind.CHANGED
    ) -> LocalUser | Errors:
        """Return the changed user, or errors at the fields whose values belong to other users."""
        accounts, run = visit.accounts, self.services.work.run
        try:
            changed = await run(Purpose.PASSWORDS, accounts.change, visit.user.id, change, event)
        except NameTaken:
            wanted = change(visit.user)
            taken = await run(Purpose.PASSWORDS, accounts.taken_fields, wanted)
            return {each: PageText("account.in_use") for each in taken}
        return {} if changed is None else changed


async def _show_code_page(visit: ProfileVisit, state: Mapping[str, Any], error: str = "") -> Answer:
    page = visit.flow.page(visit.request, _CODE_TEMPLATE, {"error": error, "can_continue": False})
    return await visit.flow.show(visit.request, CODE_STAGE, state, page)
