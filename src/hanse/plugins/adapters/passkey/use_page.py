"""The page on which users sign in with a passkey."""

from dataclasses import dataclass
from string import ascii_letters, digits
from typing import Final, TypeAlias

import structlog

from hanse.plugins.adapters.attempt_limits import AttemptLimits, minutes_of
from hanse.plugins.adapters.passkey.ceremonies import (
    CeremonyFailed,
    UsedPasskey,
    credential_id_of,
    request_options,
    verify_use,
)
from hanse.plugins.adapters.passkey.proof import ACCOUNT, USE_PAGE, VERIFIED, success
from hanse.plugins.adapters.passkey.settings import REQUIRED, PasskeySettings, RelyingParty
from hanse.plugins.adapters.passkey.stored_passkeys import StoredPasskey, lookup_of, passkeys_of
from hanse.plugins.adapters.second_factors.factor_list import list_page
from hanse.plugins.adapters.second_factors.factor_users import factor_key, user_of
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Failure, ShowPage
from hanse.plugins.contracts.second_factors import FactorKind, SecondFactor

LOG = structlog.stdlib.get_logger("hanse.signin")
_TEMPLATE: Final = "passkey.template.html"
# 43 characters of 62 have 256 bits. Section 13.4.3 requires at least 16 octets.
CHALLENGE_LENGTH: Final = 43
CHALLENGE_LETTERS: Final = ascii_letters + digits
# The passkey, the result of its use, and the local user to whom it belongs; empty for other users.
_Use: TypeAlias = tuple[StoredPasskey, UsedPasskey, str]
_LIMITS: Final = AttemptLimits.of_second_factor(5)


@dataclass(frozen=True)
class UsePage:
    """Requests a signature with one of the user's passkeys, or with any if the policy names no user."""

    settings: PasskeySettings

    def show(self, request: AdapterRequest, party: RelyingParty, error: str = "", minutes: int = 0) -> ShowPage:
        """Show the page with a new challenge."""
        user = user_of(request)
        challenge = request.services.random_text(CHALLENGE_LENGTH, CHALLENGE_LETTERS)
        allowed = [StoredPasskey.read(each) for each in passkeys_of(request, user)] if user else []
        values = {
            "user": user,
            "options": request_options(
                party, challenge.encode(), allowed, user_verification=self._user_verification(request)
            ),
            "can_manage": self.settings.lets_users_manage,
            "error": error,
            "error_values": {"minutes": minutes},
        }
        state = {"page": USE_PAGE, "challenge": challenge}
        return ShowPage(template=_TEMPLATE, values=values, state=state, runs_script=True)

    def submitted(self, request: AdapterRequest, party: RelyingParty) -> AdapterResult:
        """Answer the browser's response."""
        given, user = request.form or {}, user_of(request)
        if given.get("pf.cancel"):
            return Failure(code="cancelled")
        if not given.get("credential"):
            return self.show(request, party, "passkey.no_response")
        if not user:
            used, seconds = self._used(request, party), 0.0
        else:
            attempt = _LIMITS.check(request, factor_key(user), lambda: self._used(request, party), _is_wrong)
            used, seconds = attempt
        if seconds > 0:
            return self.show(request, party, "login.locked", minutes_of(seconds))
        if used is None:
            return self.show(request, party, "passkey.wrong")
        passkey, result, account = used
        if given.get("pf.manage") and self.settings.lets_users_manage:
            proof = {"user": user or passkey.user, VERIFIED: result.user_verified, ACCOUNT: account}
            return list_page(passkeys_of(request, user or passkey.user), FactorKind.PASSKEY, proof)
        return success(user or passkey.user, user_verified=result.user_verified, local_user=account)

    def _used(self, request: AdapterRequest, party: RelyingParty) -> _Use | None:
        try:
            return self._verified(request, party)
        except CeremonyFailed as error:
            LOG.info("passkey refused", reason=str(error))
            return None

    def _verified(self, request: AdapterRequest, party: RelyingParty) -> _Use:
        response, user = (request.form or {}).get("credential", ""), user_of(request)
        factors = request.services.second_factors
        factor = factors.find(lookup_of(credential_id_of(response)))
        # Section 7.2, steps 5 and 6: the passkey must be one of the user who was identified before.
        if factor is None or (user and all(each.id != factor.id for each in passkeys_of(request, user))):
            raise CeremonyFailed("unknown passkey")
        passkey = StoredPasskey.read(factor)
        used = verify_use(
            party,
            str(request.state.get("challenge", "")).encode(),
            response,
            passkey,
            user_verification=self._user_verification(request),
            handle_required=not user,
        )
        self._record(request, factor, used.counter)
        return passkey, used, factor.local_user

    def _record(self, request: AdapterRequest, factor: SecondFactor, counter: int) -> None:
        """Record a use and its signature counter (section 7.2, step 22, and section 6.1.1)."""
        factors = request.services.second_factors
        has_counter = counter > 0 or factor.counter > 0
        if not has_counter:
            if not factors.record_use(factor, 0, must_increase=False):
                raise CeremonyFailed("the passkey was removed")
            return
        if factors.record_use(factor, counter, must_increase=True):
            return
        LOG.warning("signature counter of a passkey did not increase", factor=factor.id, counter=counter)
        if self.settings.refuses_old_counters or not factors.record_use(factor, counter, must_increase=False):
            raise CeremonyFailed("the signature counter did not increase")

    def _user_verification(self, request: AdapterRequest) -> str:
        # A passkey alone is two factors only if the device verifies the user.
        return self.settings.user_verification if user_of(request) else REQUIRED


def _is_wrong(used: _Use | None) -> bool:
    return used is None
