"""The adapter that asks for a user name and a password, and has validators look at them."""

from collections.abc import Callable, Mapping

from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.adapters.html_form.fields import CHALLENGES, FORM, VALIDATOR, VALIDATORS
from hanse.plugins.contracts.adapters import KIND

# Checks a password by a validator's id: what it tells of the user, or None.
Validate = Callable[[str, str, str], Mapping[str, str] | None]
USERNAME, ACTION = "username", "policy.action"


class HtmlFormAdapter:
    """Signs users in with a password."""

    def __init__(self, settings: Settings) -> None:
        self._validators = tuple(row[VALIDATOR] for row in settings.rows(VALIDATORS))
        if not self._validators:
            raise ValueError("An adapter needs at least one password credential validator.")
        self.challenges = int(settings.text(CHALLENGES))

    def authenticate(self, username: str, password: str, validate: Validate) -> Mapping[str, str] | None:
        """Return the attributes of a user, as the first validator that accepts the password tells them."""
        for validator in self._validators:
            if (found := validate(validator, username, password)) is not None:
                return {USERNAME: username, **found}
        return None


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
