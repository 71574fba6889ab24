"""The settings of a TOTP adapter."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from hanse.config.declare.plugin_fields import TRUE, Field, Form
from hanse.config.plugins.field_shorthands import flag, number
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import Settings
from hanse.plugins.adapters.attempt_limits import AttemptLimits
from hanse.plugins.contracts.adapters import AdapterRequest

_CHALLENGES, _ENROLL, _RECOVERY = "Challenge Retries", "Enroll Users Without Devices", "Recovery Codes"
_MANAGE, _ISSUER = "Manage Devices", "Issuer Name"


@dataclass(frozen=True)
class TotpSettings:
    """The settings of one instance."""

    limits: AttemptLimits
    enrolls: bool
    gives_recovery_codes: bool
    lets_users_manage: bool
    issuer: str

    @classmethod
    def read(cls, settings: Settings) -> "TotpSettings":
        """Return the settings."""
        return cls(
            AttemptLimits.of_second_factor(int(settings.text(_CHALLENGES))),
            settings.flag(_ENROLL),
            settings.flag(_RECOVERY),
            settings.flag(_MANAGE),
            settings.text(_ISSUER),
        )

    def issuer_name(self, request: AdapterRequest) -> str:
        """Return the name that apps show, by default the host name of this server."""
        return self.issuer or urlsplit(request.resume_url).hostname or "Hanse"


FORM: Final = Form(
    description="Asks for a code from an authenticator app (RFC 6238). Use it in a policy after an adapter that"
    " authenticates the user, with that user as the incoming user ID.",
    fields=(
        number(
            _CHALLENGES,
            "Number of wrong codes after which no more are accepted for a while.",
            5,
            NumberCheck(1, 10),
        ),
        flag(
            _ENROLL,
            "Let users without a device add one during the sign-in. This requires that the policy marks the incoming"
            " user ID as authenticated. If off, their sign-in fails.",
            TRUE,
        ),
        flag(
            _RECOVERY,
            "Give users ten recovery codes when they add their first device. Each replaces a code from the app once.",
            TRUE,
        ),
        flag(
            _MANAGE,
            "Let users add and remove devices after they have entered a code.",
            TRUE,
        ),
        Field(
            name=_ISSUER,
            description="Name of this service in the authenticator app. If empty, the app shows the host name of this"
            " server.",
            maximum_length=64,
        ),
    ),
)
