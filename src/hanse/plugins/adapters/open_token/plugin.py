"""The plug-in, and the adapter for its settings."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from hanse.config.plugins.plugin import Plugin, Settings
from hanse.crypto.open_tokens import OpenTokenRefused, derived_key, read_token
from hanse.kit.texts.messages import message
from hanse.plugins.adapters.open_token.fields import FORM
from hanse.plugins.contracts.adapters import KIND, AdapterRequest, Failure, Redirect, Success
from hanse.plugins.contracts.users import AttributeValue
from hanse.plugins.open_token_fields import AgentSettings

SUBJECT: Final = "subject"
_CONTEXT, _NOT_BEFORE, _NOT_AFTER = "authnContext", "not-before", "not-on-or-after"
_RESERVED: Final = frozenset({SUBJECT, _CONTEXT, _NOT_BEFORE, _NOT_AFTER, "renew-until"})


class OpenTokenSignIn:
    """Sends users to an application, and reads its token; the interface is `contracts.adapters.Adapter`."""

    def __init__(self, settings: Settings) -> None:
        self._id = settings.id
        self._settings = AgentSettings.read(settings)
        self._key = derived_key(self._settings.password, self._settings.suite)

    def begin(self, request: AdapterRequest) -> Redirect:
        """Send the user to the application, with the path below this server to which the application returns."""
        parts = urlsplit(request.resume_url)
        parameters = {"resume": f"{parts.path}?{parts.query}" if parts.query else parts.path}
        if request.force_authentication:
            parameters["ForceAuthn"] = "true"
        separator = "&" if "?" in self._settings.service else "?"
        return Redirect(url=f"{self._settings.service}{separator}{urlencode(parameters)}")

    def resume(self, request: AdapterRequest) -> Success | Failure:
        """Return the user whom the application's token names."""
        token = (request.form or {}).get(self._settings.parameter, "")
        if not token:
            return Failure(code="no_token", detail="The application returned the user without a token.")
        try:
            return self._user(token, request)
        except OpenTokenRefused as refused:
            return Failure(
                code="token_refused",
                detail=message("The application's token was refused: {reason}.", reason=str(refused)),
            )

    def _user(self, token: str, request: AdapterRequest) -> Success:
        id_, pairs = read_token(self._key, self._settings.suite, token)
        self._check_times(pairs, request.now)
        subject = _only(pairs, SUBJECT)
        # A token can be valid for both tolerances in addition to its lifetime.
        if not request.services.claim(f"{self._id}:{id_}", self._settings.lifetime + 2 * self._settings.tolerance):
            raise OpenTokenRefused("it was used before")
        attributes: dict[str, AttributeValue] = {SUBJECT: subject}
        for name in dict.fromkeys(name for name, _ in pairs if name not in _RESERVED):
            values = [value for each, value in pairs if each == name]
            attributes[name] = values[0] if len(values) == 1 else values
        context = next((value for name, value in pairs if name == _CONTEXT), "")
        return Success(attributes=attributes, acr=context)

    def _check_times(self, pairs: Iterable[tuple[str, str]], now: datetime) -> None:
        found = list(pairs)
        begins, ends = _moment(_only(found, _NOT_BEFORE)), _moment(_only(found, _NOT_AFTER))
        tolerance, lifetime = (timedelta(seconds=each) for each in (self._settings.tolerance, self._settings.lifetime))
        if begins > now + tolerance:
            raise OpenTokenRefused("it is not valid yet")
        if ends <= now or now - begins > lifetime + tolerance:
            raise OpenTokenRefused("it has expired")


def _only(pairs: Iterable[tuple[str, str]], wanted: str) -> str:
    values = [value for name, value in pairs if name == wanted]
    if len(values) != 1 or not values[0]:
        raise OpenTokenRefused(f"it does not have one value of {wanted}")
    return values[0]


def _moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise OpenTokenRefused("a time has another form") from error
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


OPEN_TOKEN_SIGN_IN: Plugin[Any] = Plugin(
    kind=KIND,
    id="com.pingidentity.adapters.opentoken.IdpAuthnAdapter",
    name="OpenToken IdP Adapter",
    keywords=("OpenToken", "agent"),
    make=OpenTokenSignIn,
    attribute_contract=(SUBJECT,),
    supports_extended_contract=True,
    pseudonym=SUBJECT,
    form=FORM,
)
