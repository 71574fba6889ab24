"""Registration of users whom this server stores itself.

If a verified address is required, the account is created after the user has proved to receive its e-mails, and the
pages are the same for an address that has an account: only its owner learns that, by an e-mail. A username that is in
use can be reported at once, because users need to choose another one; attempts are limited for each network.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from hanse.kit.errors import Unavailable
from hanse.kit.local_users import LocalUser, PasswordRefused, UserValue
from hanse.plugins.adapters.html_form.accounts import UserAccounts
from hanse.plugins.adapters.html_form.email_proof import EmailProof, EmailProofResult
from hanse.plugins.adapters.html_form.password_proof import PasswordProof, message_page
from hanse.plugins.adapters.html_form.settings import PROFILE, FormSettings
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, ShowPage
from hanse.plugins.local_identities.accounts import LocalAccounts, NameTaken
from hanse.plugins.local_identities.field_values import Errors, read_values
from hanse.plugins.local_identities.form_fields import defaults_of, entered_in, registration_fields, shown
from hanse.plugins.local_identities.profile import EmailVerification, PageText

PAGE, VERIFY_PAGE = "register", "register-verify"
_TEMPLATE: Final = "local.identity.registration.html"
_LINK_TEMPLATE, _CODE_TEMPLATE = (
    "local.identity.email.verification.sent.html",
    "local.identity.email.verification.otp.html",
)
_ERROR_TEMPLATE: Final = "local.identity.email.verification.error.html"
_IN_USE_MESSAGE: Final = "message-template-email-in-use.html"
# The name of the error that is not about one field.
_PASSWORD: Final = "pf.password"  # noqa: S105 - the name of an input.


def registering_accounts(form: FormSettings, request: AdapterRequest) -> LocalAccounts | None:
    """Return the accounts at which users can register; None if they cannot.

    All validators of the adapter must be of the same profile. Otherwise a stranger could register with the username of
    a user of another validator, and would be that user for applications.
    """
    profile = form.text(PROFILE)
    if not profile:
        return None
    try:
        found = [request.services.local_accounts(each) for each in form.validators]
    except Unavailable:
        return None
    accounts = found[0]
    if accounts is None or any(each is None or each.profile.id != profile for each in found):
        return None
    return accounts if accounts.profile.registration_enabled else None


@dataclass(frozen=True)
class RegistrationPage:
    """The pages, in their order: the data of the user, and the code or the link."""

    form: FormSettings

    def show(
        self,
        accounts: LocalAccounts,
        values: Mapping[str, UserValue] | None = None,
        errors: Errors | None = None,
        error: str = "",
    ) -> ShowPage:
        """Show the page with the values that were entered. Passwords have to be entered again."""
        profile, found = accounts.profile, errors or {}
        fields = registration_fields(profile)
        password_error = found.get(_PASSWORD)
        page = {
            "fields": shown(fields, defaults_of(fields) if values is None else values, found),
            "minimum": profile.minimum_password_length,
            "password_error": "" if password_error is None else str(password_error),
            "password_error_values": {} if password_error is None else dict(password_error.values),
            "error": error or ("account.check_fields" if found else ""),
        }
        template = profile.registration_template or _TEMPLATE
        return ShowPage(template=template, values=page, fallback=_TEMPLATE, state={"page": PAGE})

    def submitted(self, request: AdapterRequest) -> AdapterResult | None:
        """Answer the form of a page; None to show the login page."""
        given, accounts = request.form or {}, registering_accounts(self.form, request)
        if accounts is None or given.get("pf.cancel"):
            return None
        try:
            if request.state.get("page") == VERIFY_PAGE:
                return self._verified(request, accounts)
            return self._registered(request, accounts)
        except Unavailable:
            return message_page("login.unavailable", {}, title="account.register_title")

    def _registered(self, request: AdapterRequest, accounts: LocalAccounts) -> AdapterResult:
        given, fields = request.form or {}, registration_fields(accounts.profile)
        values, errors = read_values(accounts.profile, fields, entered_in(given, fields))
        password = given.get("pf.newPassword", "")
        others = defaults_of(each for each in accounts.profile.fields if not each.on_registration_page)
        draft = accounts.new_user({**others, **values}, password="")
        objection = accounts.password_objection(password, draft)
        if password != given.get("pf.confirmPassword", ""):
            objection = PageText("change.different")
        if objection is not None:
            errors[_PASSWORD] = objection
        if errors:
            return self.show(accounts, values, errors)
        if UserAccounts(self.form).is_too_often(request, f"registration:{draft.email or draft.username}"):
            return self.show(accounts, values, error="reset.too_often")
        # The digest is computed for names in use as well, so that the time of the answer does not disclose them.
        user = replace(draft, password=accounts.passwords.prepare(password))
        verification = accounts.profile.verification
        hides_email = verification is not None and verification.required
        taken = accounts.taken_fields(user)
        if taken - ({accounts.profile.email_field} if hides_email else set()):
            return self._refused(accounts, values, taken)
        if verification is None:
            return self._created(accounts, user)
        if verification.required:
            return self._request_proof(request, verification, user, is_real=not taken)
        return self._create_unverified(request, accounts, verification, user)

    def _refused(self, accounts: LocalAccounts, values: Mapping[str, UserValue], taken: set[str]) -> AdapterResult:
        return self.show(accounts, values, {each: PageText("account.in_use") for each in taken})

    def _create_unverified(
        self,
        request: AdapterRequest,
        accounts: LocalAccounts,
        verification: EmailVerification,
        user: LocalUser,
    ) -> AdapterResult:
        try:
            user = accounts.create(user)
        except NameTaken:
            return self._refused(accounts, user.attributes, accounts.taken_fields(user))
        except PasswordRefused:
            return self._password_refused(accounts, user)
        state = EmailProof(verification).begin(request, user.email, verification.message, is_real=True)
        return self._proof_page(verification, {**state, "page": VERIFY_PAGE, "user": user.id})

    def _request_proof(
        self, request: AdapterRequest, verification: EmailVerification, user: LocalUser, *, is_real: bool
    ) -> AdapterResult:
        template = verification.message if is_real else _IN_USE_MESSAGE
        state = EmailProof(verification).begin(request, user.email, template, is_real=is_real)
        kept = {"values": dict(user.attributes), "password": user.password} if is_real else {}
        return self._proof_page(verification, {**state, **kept, "page": VERIFY_PAGE})

    def _proof_page(self, verification: EmailVerification, state: Mapping[str, Any], error: str = "") -> ShowPage:
        by_link = verification.by_link
        return ShowPage(
            template=verification.page,
            # Users who have an account already can verify the address later.
            values={"error": error, "can_continue": "user" in state},
            fallback=_LINK_TEMPLATE if by_link else _CODE_TEMPLATE,
            state=state,
            accepts_link=by_link,
            usable_seconds=verification.seconds,
        )

    def _verified(self, request: AdapterRequest, accounts: LocalAccounts) -> AdapterResult | None:
        verification, state = accounts.profile.verification, dict(request.state)
        if verification is None:
            return None
        if "user" in state and (request.form or {}).get("pf.later"):
            user = accounts.get(str(state["user"]))
            return None if user is None else self._finished(accounts, user)
        result = EmailProof(verification).check(request, state)
        match result:
            case EmailProofResult.MISSING:
                return self._proof_page(verification, state, "" if verification.by_link else "reset.missing_code")
            case EmailProofResult.WRONG:
                return self._proof_page(verification, {**state, "tries": int(state["tries"]) + 1}, "reset.wrong_code")
            case EmailProofResult.TOO_MANY | EmailProofResult.EXPIRED:
                expired = result is EmailProofResult.EXPIRED
                return message_page(
                    "reset.expired" if expired else "reset.too_many_tries",
                    {},
                    title="account.verify_title",
                    template=verification.error_page,
                    fallback=_ERROR_TEMPLATE,
                )
            case EmailProofResult.RIGHT:
                return self._proved(accounts, state)

    def _proved(self, accounts: LocalAccounts, state: Mapping[str, Any]) -> AdapterResult | None:
        if "user" in state:
            user = accounts.verify_email(str(state["user"]))
            return None if user is None else self._finished(accounts, user)
        values = state["values"]
        # Pages of an earlier version of the server have a digest.
        password = str(state.get("password") or state["digest"])
        return self._created(accounts, accounts.new_user(values, password=password, verified=True))

    def _created(self, accounts: LocalAccounts, user: LocalUser) -> AdapterResult:
        try:
            created = accounts.create(user)
        except PasswordRefused:
            return self._password_refused(accounts, user)
        except NameTaken:
            # Somebody else has registered with one of the names meanwhile.
            return self._refused(accounts, user.attributes, accounts.taken_fields(user))
        return self._finished(accounts, created)

    def _password_refused(self, accounts: LocalAccounts, user: LocalUser) -> AdapterResult:
        return self.show(accounts, user.attributes, {_PASSWORD: PageText("account.password_refused")})

    def _finished(self, accounts: LocalAccounts, user: LocalUser) -> AdapterResult:
        if accounts.profile.signs_in_after_registration and accounts.may_sign_in(user):
            return PasswordProof(user.username, dict(user.attributes), local_user=user.id).success()
        return message_page("account.registered", {}, title="account.register_title")
