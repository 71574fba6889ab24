"""The adapter that signs users in with passkeys."""

from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.adapters.passkey.api import PasskeyApi
from hanse.plugins.adapters.passkey.proof import (
    ACCOUNT,
    METHOD,
    REGISTRATION_PAGE,
    SUBJECT,
    USE_PAGE,
    VERIFIED,
    success,
)
from hanse.plugins.adapters.passkey.settings import FORM, PasskeySettings, RelyingParty
from hanse.plugins.adapters.passkey.stored_passkeys import passkeys_of
from hanse.plugins.adapters.second_factors.factor_list import ADD, LIST_PAGE, REMOVE, list_page, remove_factor
from hanse.plugins.adapters.second_factors.factor_users import may_register, user_of
from hanse.plugins.contracts.adapters import KIND, AdapterRequest, AdapterResult, Failure
from hanse.plugins.contracts.second_factors import FactorKind


class PasskeyAdapter:
    """Verifies a passkey, of a user whom the policy names or of any; the interface is `contracts.adapters.Adapter`."""

    api = PasskeyApi()

    def __init__(self, settings: Settings) -> None:
        # The library below these modules takes tenths of a second to import, and most servers need none of it.
        from hanse.plugins.adapters.passkey.registration_page import (  # noqa: PLC0415 - the comment above says why.
            PasskeyRegistration,
        )
        from hanse.plugins.adapters.passkey.use_page import UsePage  # noqa: PLC0415 - the comment above says why.

        self._settings = PasskeySettings.read(settings)
        self._use, self._registration = UsePage(self._settings), PasskeyRegistration(self._settings)

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Request a passkey, or let the user create one."""
        party, user = self._settings.relying_party(request), user_of(request)
        if party is None:
            return Failure(code="relying_party_id_is_not_of_this_host")
        if not user and (request.user_id_fixed or not self._settings.identifies_users):
            return Failure(code="no_user_from_policy")
        if not user or passkeys_of(request, user):
            return self._use.show(request, party)
        if not self._settings.registers:
            return Failure(code="no_passkey")
        if not may_register(request):
            return Failure(code="no_passkey_and_user_not_authenticated")
        return self._registration.show(request, party, {"user": user})

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Continue with the user's form."""
        party = self._settings.relying_party(request)
        if party is None:
            return self.begin(request)
        match request.state.get("page"):
            case str(page) if page == USE_PAGE:
                return self._use.submitted(request, party)
            case str(page) if page == REGISTRATION_PAGE:
                return self._registration.submitted(request, party) or self.begin(request)
            case str(page) if page == LIST_PAGE:
                return self._managed(request, party)
            case _:
                return self.begin(request)

    def _managed(self, request: AdapterRequest, party: RelyingParty) -> AdapterResult:
        """Answer the form of the list of passkeys."""
        given, user = request.form or {}, str(request.state["user"])
        # Pages of an earlier version of the server have no account.
        account = str(request.state.get(ACCOUNT, ""))
        proof = {"user": user, VERIFIED: request.state[VERIFIED], ACCOUNT: account}
        if given.get(ADD):
            return self._registration.show(request, party, proof)
        if not given.get(REMOVE):
            return success(user, user_verified=bool(proof[VERIFIED]), local_user=account)
        removed = remove_factor(request, passkeys_of(request, user), FactorKind.PASSKEY, given[REMOVE])
        message = "factors.removed" if removed else ""
        return list_page(passkeys_of(request, user), FactorKind.PASSKEY, proof, message=message)


PASSKEY = Plugin(
    kind=KIND,
    id="hanse.passkey",
    name="Passkey Adapter",
    keywords=("WebAuthn", "FIDO2", "security key", "MFA", "passwordless", "two-factor", "2FA"),
    make=PasskeyAdapter,
    attribute_contract=(METHOD, SUBJECT, VERIFIED),
    supports_extended_contract=False,
    pseudonym=SUBJECT,
    form=FORM,
)
