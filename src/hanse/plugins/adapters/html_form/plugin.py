"""The adapter that asks for a user name and a password, which validators check."""

from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.adapters.html_form import (
    change_page,
    expiry_warning,
    password_proof,
    recovery_page,
    registration_page,
    reset_pages,
)
from hanse.plugins.adapters.html_form.api import HtmlFormApi
from hanse.plugins.adapters.html_form.change_page import ChangePage
from hanse.plugins.adapters.html_form.expiry_warning import ExpiryWarning
from hanse.plugins.adapters.html_form.fields import FORM
from hanse.plugins.adapters.html_form.login_page import LoginPage
from hanse.plugins.adapters.html_form.password_proof import ACTION, USERNAME
from hanse.plugins.adapters.html_form.recovery_page import RecoveryPage
from hanse.plugins.adapters.html_form.registration_page import RegistrationPage
from hanse.plugins.adapters.html_form.reset_pages import ResetPages
from hanse.plugins.adapters.html_form.settings import PROFILE, FormSettings
from hanse.plugins.contracts.adapters import KIND, AdapterRequest, AdapterResult


class HtmlFormAdapter:
    """Signs users in with a password; the interface is `contracts.adapters.Adapter`."""

    def __init__(self, settings: Settings) -> None:
        form = FormSettings.read(settings)
        self.own_session = form.own_session
        self.logout = form.logout
        self.tracks_time = form.flag("Track Authentication Time")
        self._login = LoginPage(form)
        self._change, self._expiring = ChangePage(form), ExpiryWarning(form)
        self._reset, self._recovery = ResetPages(form), RecoveryPage(form)
        self._registration = RegistrationPage(form)
        self.validators = form.validators
        self.local_profile = form.text(PROFILE)
        self.api = HtmlFormApi()

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Show the login page."""
        return self._login.show(request)

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Continue with the user's form."""
        result: AdapterResult | None = None
        match request.state.get("page"):
            case change_page.PAGE:
                result = self._change.submitted(request)
            case expiry_warning.PAGE:
                result = self._expiring.submitted(request)
            case reset_pages.NAME_PAGE | reset_pages.CODE_PAGE | reset_pages.NEW_PAGE:
                result = self._reset.submitted(request)
            case recovery_page.PAGE:
                result = self._recovery.submitted(request)
            case registration_page.PAGE | registration_page.VERIFY_PAGE:
                result = self._registration.submitted(request)
            case password_proof.MESSAGE_PAGE:
                proof = password_proof.PasswordProof.read(request.state)
                result = None if proof is None else proof.success()
            case _:
                result = self._login.submitted(request)
        return self._login.show(request) if result is None else result


HTML_FORM = Plugin(
    kind=KIND,
    id="com.pingidentity.adapters.htmlform.idp.HtmlFormIdpAuthnAdapter",
    name="HTML Form IdP Adapter",
    keywords=("login page", "sign-in form", "password"),
    make=HtmlFormAdapter,
    attribute_contract=(ACTION, USERNAME),
    supports_extended_contract=True,
    pseudonym=USERNAME,
    form=FORM,
)
