"""The form of the OpenToken adapter, and its settings."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hanse.config.declare.plugin_fields import FALSE, TRUE, Field, Form
from hanse.config.plugins.field_shorthands import number
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import Settings
from hanse.plugins.application_addresses import LONGEST_ADDRESS, application_address_problem
from hanse.plugins.open_token_fields import (
    AGENT,
    COOKIES,
    LIFETIME,
    SERVICE,
    TOLERANCE,
    AgentSettings,
    agent_fields,
    unused_fields,
)

RENEWAL: Final = "Session Lifetime"
_MOST_SECONDS, _MOST_RENEWAL_SECONDS, _MOST_TOLERANCE = 300, 86_400, 300


@dataclass(frozen=True)
class OpenTokenSettings:
    """The settings of one instance. The agent's service is empty if tokens are posted to the target."""

    agent: AgentSettings
    # Seconds in which the agent may issue the token again to itself.
    renewal: int

    @classmethod
    def read(cls, settings: Settings) -> "OpenTokenSettings":
        """Return the settings. Raises SettingRefused for a short password, and for one that is not repeated."""
        return cls(AgentSettings.read(settings), int(settings.text(RENEWAL)))


def _token() -> Iterator[Field]:
    yield from agent_fields("opentoken", "Name of the form parameter that contains the token.")
    yield Field(
        name=SERVICE,
        description="Address of the application that receives the token, and the target in the parameter"
        " TargetResource. If empty, the token is posted to the target itself.",
        maximum_length=LONGEST_ADDRESS,
        check=application_address_problem,
    )


def _advanced() -> Iterator[Field]:
    yield number(
        LIFETIME,
        "Time in which the application must receive the token, in seconds.",
        _MOST_SECONDS,
        NumberCheck(5, _MOST_SECONDS),
        advanced=True,
    )
    yield number(
        RENEWAL,
        "Time for which the application's agent may issue the token again to itself, in seconds.",
        43_200,
        NumberCheck(60, _MOST_RENEWAL_SECONDS),
        advanced=True,
    )
    yield number(
        TOLERANCE,
        "Time before the issue from which a token is valid, in seconds, for clocks that are slow.",
        0,
        NumberCheck(0, _MOST_TOLERANCE),
        advanced=True,
    )


_UNUSED: Final = {
    # Form POST. A token never becomes a part of an address, and applications of other hosts receive no cookies.
    "Transport Mode": ("2", "transports other than form POST"),
    "Skip Trimming of Trailing Backslashes": (FALSE, AGENT),
    "URL Encode Cookie Values": (TRUE, COOKIES),
    "Send Subject as Query Parameter": (FALSE, AGENT),
    # Existing configurations have this name with the spaces.
    "Subject Query Parameter                 ": ("", AGENT),
    "Send Extended Attributes": ("", AGENT),
    "Account Link Service": ("", AGENT),
}

FORM: Final = Form(
    description="Hands users over to an application with an OpenToken, which the user's browser posts to it. Use it for"
    " applications that have an agent for this older format, and the Signed JWT SP Adapter for all others.",
    fields=(*_token(), *_advanced(), *unused_fields(_UNUSED)),
    # The key that the password gives encrypts tokens here. The password is sent to no server.
    secret_target=(),
)
