"""The plug-in, and the adapter for its settings."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from hanse.config.plugins.plugin import Plugin, Settings
from hanse.crypto.open_tokens import OpenTokenWriter
from hanse.kit.texts.messages import message
from hanse.plugins.application_addresses import application_address_problem
from hanse.plugins.contracts.sp_adapters import KIND, ApplicationPost, HandedOverUser
from hanse.plugins.contracts.token_signing import TokenSigningServices
from hanse.plugins.sp_adapters.open_token.fields import FORM, OpenTokenSettings

SUBJECT: Final = "subject"
TARGET: Final = "TargetResource"
CONTEXT: Final = "authnContext"
NOT_BEFORE, NOT_AFTER, RENEW_UNTIL = "not-before", "not-on-or-after", "renew-until"
# Keys that the adapter sets (section 3.3 of the draft). No attribute becomes one of them.
_RESERVED: Final = frozenset({SUBJECT, CONTEXT, NOT_BEFORE, NOT_AFTER, RENEW_UNTIL})


class OpenTokenAdapter:
    """Hands users over; the interface is `contracts.sp_adapters.ServiceProviderAdapter`."""

    subject_attribute = SUBJECT
    receives_logouts = False

    def __init__(self, settings: Settings) -> None:
        found = OpenTokenSettings.read(settings)
        self._agent, self._renewal = found.agent, found.renewal
        self._writer = OpenTokenWriter(self._agent.password, self._agent.suite)

    def hand_over(self, user: HandedOverUser, services: TokenSigningServices) -> ApplicationPost:
        """Return a form with a token. Raises ValueError without a subject, or without a safe address."""
        subject = user.attributes.get(SUBJECT)
        if not isinstance(subject, str) or not subject:
            raise ValueError(message("The attribute {name} must have one value.", name=SUBJECT))
        address = self._agent.service or user.target
        if application_address_problem(address) is not None:
            raise ValueError("The target is not an https address, so that the token cannot be posted to it.")
        pairs = [(SUBJECT, subject), *_attributes(user), *self._times(services.now)]
        fields = {self._agent.parameter: self._writer.write(pairs, services.randomness)}
        if self._agent.service and user.target:
            fields[TARGET] = user.target
        return ApplicationPost(address, fields)

    def log_out(self, *_about: object) -> ApplicationPost:
        """Raise ValueError, because agents for OpenTokens have no address to which a server can post."""
        raise ValueError("OpenToken agents receive no logouts.")

    def _times(self, now: datetime) -> Iterator[tuple[str, str]]:
        yield NOT_BEFORE, _shown(now - timedelta(seconds=self._agent.tolerance))
        yield NOT_AFTER, _shown(now + timedelta(seconds=self._agent.lifetime))
        yield RENEW_UNTIL, _shown(now + timedelta(seconds=self._renewal))


def _shown(moment: datetime) -> str:
    """Return a time in UTC with whole seconds, as agents expect it."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _attributes(user: HandedOverUser) -> Iterator[tuple[str, str]]:
    if user.acr:
        yield CONTEXT, user.acr
    for name, value in user.attributes.items():
        if name not in _RESERVED:
            yield from ((name, each) for each in ([value] if isinstance(value, str) else value))


OPEN_TOKEN: Final = Plugin(
    kind=KIND,
    id="com.pingidentity.adapters.opentoken.SpAuthnAdapter",
    name="OpenToken SP Adapter",
    keywords=("OpenToken", "agent"),
    make=OpenTokenAdapter,
    attribute_contract=(SUBJECT,),
    supports_extended_contract=True,
    form=FORM,
)
