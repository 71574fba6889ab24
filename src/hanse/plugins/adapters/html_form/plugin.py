"""The adapter that asks for a user name and a password, and has validators look at them."""

from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.adapters.html_form.fields import FORM
from hanse.plugins.adapters.html_form.settings import FormSettings
from hanse.plugins.adapters.html_form.signing_in import ACTION, USERNAME, LoginPage
from hanse.plugins.contracts.adapters import KIND, AdapterRequest, AdapterResult


class HtmlFormAdapter:
    """Signs users in with a password; the interface is `contracts.adapters.IdpAdapter`."""

    def __init__(self, settings: Settings) -> None:
        form = FormSettings.read(settings)
        self.own_session = form.own_session
        self.logout = form.logout
        self._login = LoginPage(form)

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Show the login page."""
        return self._login.show(request)

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Go on with the form that the user sent."""
        return self._login.submitted(request)


HTML_FORM = Plugin(
    kind=KIND,
    id="com.pingidentity.adapters.htmlform.idp.HtmlFormIdpAuthnAdapter",
    name="HTML Form IdP Adapter",
    make=HtmlFormAdapter,
    attribute_contract=(ACTION, USERNAME),
    supports_extended_contract=True,
    pseudonym=USERNAME,
    form=FORM,
)
