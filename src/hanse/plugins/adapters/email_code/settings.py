"""The settings of an e-mail code adapter."""

from dataclasses import dataclass
from typing import Final

from hanse import handles
from hanse.config.declare.plugin_fields import Field, Form
from hanse.config.plugins.field_shorthands import number, reference_to
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import Settings
from hanse.plugins.adapters.attempt_limits import AttemptLimits

_LENGTH, _LIFETIME, _CHALLENGES, _RESENDS = "Code Length", "Code Lifetime", "Challenge Retries", "Maximum Resends"
_ATTRIBUTE, _PUBLISHER = "E-Mail Attribute", "Notification Publisher"


@dataclass(frozen=True)
class EmailCodeSettings:
    """The settings of one instance."""

    length: int
    lifetime_minutes: int
    limits: AttemptLimits
    resends: int
    attribute: str
    publisher: str

    @classmethod
    def read(cls, settings: Settings) -> "EmailCodeSettings":
        """Return the settings."""
        return cls(
            int(settings.text(_LENGTH)),
            int(settings.text(_LIFETIME)),
            AttemptLimits.of_second_factor(int(settings.text(_CHALLENGES))),
            int(settings.text(_RESENDS)),
            settings.text(_ATTRIBUTE),
            settings.text(_PUBLISHER),
        )


FORM: Final = Form(
    description="Sends a one-time code to the user's e-mail address. Use it in a policy after an adapter that"
    " authenticates the user, with that user as the incoming user ID. A mailbox protects an account less than an"
    " authenticator app or a passkey.",
    fields=(
        Field(
            name=_ATTRIBUTE,
            description="Attribute with the e-mail address, of the nearest preceding step of the policy that has it.",
            default="mail",
            required=True,
            maximum_length=256,
        ),
        number(_LENGTH, "Number of digits of the code.", 6, NumberCheck(6, 8)),
        number(_LIFETIME, "Lifetime of the code, in minutes.", 5, NumberCheck(1, 10)),
        number(
            _CHALLENGES, "Number of wrong codes after which no more are accepted for a while.", 3, NumberCheck(1, 10)
        ),
        number(_RESENDS, "Number of further codes that a user can request in a sign-in.", 2, NumberCheck(0, 5)),
        reference_to(
            _PUBLISHER,
            "Sends the e-mails. If not set, the default notification publisher is used.",
            handles.NOTIFICATION_PUBLISHERS,
        ),
    ),
)
