"""The page on which a user creates a passkey."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import structlog

from hanse.plugins.adapters.passkey.ceremonies import CeremonyFailed, NewPasskey, creation_options, verify_creation
from hanse.plugins.adapters.passkey.proof import ACCOUNT, REGISTRATION_PAGE, VERIFIED, success
from hanse.plugins.adapters.passkey.settings import REQUIRED, PasskeySettings, RelyingParty
from hanse.plugins.adapters.passkey.stored_passkeys import StoredPasskey, lookup_of, passkeys_of
from hanse.plugins.adapters.passkey.use_page import CHALLENGE_LENGTH, CHALLENGE_LETTERS
from hanse.plugins.adapters.second_factors.factor_list import list_page
from hanse.plugins.adapters.second_factors.factor_users import entered_name, factor_key
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Failure, ShowPage
from hanse.plugins.contracts.second_factors import FactorKind

LOG = structlog.stdlib.get_logger("hanse.signin")
_TEMPLATE: Final = "passkey.registration.template.html"
_USUAL_NAME: Final = "Passkey"


@dataclass(frozen=True)
class PasskeyRegistration:
    """Creates a passkey for a user who is authenticated in this sign-in."""

    settings: PasskeySettings

    def show(
        self, request: AdapterRequest, party: RelyingParty, proof: Mapping[str, Any], error: str = "", name: str = ""
    ) -> ShowPage:
        """Show the page with a new challenge. `proof` has the user, and `VERIFIED` after the use of a passkey."""
        user = str(proof["user"])
        existing = [StoredPasskey.read(each) for each in passkeys_of(request, user)]
        challenge = request.services.random_text(CHALLENGE_LENGTH, CHALLENGE_LETTERS)
        # All passkeys of a user have the same handle.
        handle = (
            existing[0].handle.decode()
            if existing
            else request.services.random_text(CHALLENGE_LENGTH, CHALLENGE_LETTERS)
        )
        options = creation_options(
            party,
            challenge.encode(),
            user,
            handle.encode(),
            existing,
            user_verification=self._user_verification(),
            discoverable=self.settings.identifies_users,
        )
        values = {"options": options, "name": name, "error": error}
        state = {**proof, "page": REGISTRATION_PAGE, "challenge": challenge, "handle": handle}
        return ShowPage(template=_TEMPLATE, values=values, state=state, runs_script=True)

    def submitted(self, request: AdapterRequest, party: RelyingParty) -> AdapterResult | None:
        """Answer the browser's response.

        Returns None if the user has created the first passkey elsewhere in the meantime. Somebody who only knows the
        password could have opened this page before.
        """
        given, state = request.form or {}, request.state
        user, name = str(state["user"]), given.get("name", "")
        proof = {key: state[key] for key in ("user", VERIFIED, ACCOUNT) if key in state}
        if given.get("pf.cancel"):
            return self._list(request, proof) if VERIFIED in proof else Failure(code="cancelled")
        try:
            created = self._created(request, party)
        except CeremonyFailed as error:
            LOG.info("passkey not created", reason=str(error))
            return self.show(request, party, proof, "passkey.not_created", name)
        if created is None:
            return self.show(request, party, proof, "passkey.no_response", name)
        stored = StoredPasskey(created.id, created.public_key, str(state["handle"]).encode(), user, created.transports)
        # The identifier must not be in use (section 7.1, step 26).
        if not request.services.second_factors.add(
            factor_key(user),
            FactorKind.PASSKEY,
            entered_name(name, _USUAL_NAME),
            stored.written(),
            is_first=VERIFIED not in proof,
            counter=created.counter,
            lookup=lookup_of(created.id),
        ):
            has_one = VERIFIED not in proof and passkeys_of(request, user)
            return None if has_one else self.show(request, party, proof, "passkey.too_many", name)
        return self._list(request, proof) if VERIFIED in proof else success(user, user_verified=created.user_verified)

    def _created(self, request: AdapterRequest, party: RelyingParty) -> NewPasskey | None:
        response = (request.form or {}).get("credential", "")
        if not response:
            return None
        challenge = str(request.state["challenge"]).encode()
        return verify_creation(party, challenge, response, user_verification=self._user_verification())

    def _list(self, request: AdapterRequest, proof: Mapping[str, Any]) -> ShowPage:
        return list_page(passkeys_of(request, str(proof["user"])), FactorKind.PASSKEY, proof)

    def _user_verification(self) -> str:
        # A passkey that will sign in without a username must be able to verify its user.
        return REQUIRED if self.settings.identifies_users else self.settings.user_verification
