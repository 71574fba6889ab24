"""The settings that the two adapters for OpenTokens share."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from hanse.config.declare.plugin_fields import FALSE, TRUE, Field, FieldType, Option
from hanse.config.plugins.plugin import SettingRefused, Settings
from hanse.crypto.open_tokens import AES_128, AES_256
from hanse.plugins.application_addresses import parameter_problem

PASSWORD, CONFIRM, TOKEN_NAME, SUITE = "Password", "Confirm Password", "Token Name", "Cipher Suite"
SERVICE, LIFETIME, TOLERANCE = "Authentication Service", "Token Lifetime", "Not Before Tolerance"
_LEAST_CHARACTERS: Final = 12
_UNUSED: Final = "Setting of existing configurations that this adapter does not use."
AGENT, COOKIES, LOGOUTS = "this setting of agents", "cookies", "logouts through the browser"


def checked_password(password: str, repetition: str) -> str:
    """Return the password. Raises SettingRefused for a short password, and for one that is not repeated."""
    if len(password) < _LEAST_CHARACTERS:
        # The format derives the key from the password without a salt, so that a short one could be guessed.
        raise SettingRefused("Enter a password of at least 12 characters.", PASSWORD)
    if repetition != password:
        raise SettingRefused("Enter the same password in both fields.", CONFIRM)
    return password


@dataclass(frozen=True)
class AgentSettings:
    """The settings of the shared fields. Times are in seconds."""

    password: str = field(repr=False)
    suite: int
    service: str
    parameter: str
    lifetime: int
    tolerance: int

    @classmethod
    def read(cls, settings: Settings) -> Self:
        """Return the settings. Raises SettingRefused for a short password, and for one that is not repeated."""
        return cls(
            password=checked_password(settings.text(PASSWORD), settings.text(CONFIRM)),
            suite=int(settings.text(SUITE)),
            service=settings.text(SERVICE),
            parameter=settings.text(TOKEN_NAME),
            lifetime=int(settings.text(LIFETIME)),
            tolerance=int(settings.text(TOLERANCE)),
        )


def agent_fields(token_name: str, description: str) -> Iterator[Field]:
    """Yield the fields of the application's agent: its password, the parameter with the token, and the encryption."""
    yield Field(
        name=PASSWORD,
        description="Password that the application's agent has, too. The key of the tokens is derived from it. It needs"
        " at least 12 characters.",
        required=True,
        encrypted=True,
        maximum_length=1024,
    )
    yield Field(name=CONFIRM, description="The same password.", required=True, encrypted=True, maximum_length=1024)
    yield Field(
        name=TOKEN_NAME,
        description=description,
        required=True,
        default=token_name,
        maximum_length=64,
        check=parameter_problem,
    )
    yield Field(
        name=SUITE,
        type=FieldType.SELECT,
        description="Encryption of the tokens. The application's agent needs the same setting.",
        required=True,
        default=str(AES_128),
        options=(Option("AES-256/CBC", str(AES_256)), Option("AES-128/CBC", str(AES_128))),
    )


# Values are the default, and the name of the feature that the adapters lack.
_SHARED: Final[Mapping[str, tuple[str, str]]] = {
    "Force SunJCE Provider": (FALSE, AGENT),
    "Use Verbose Error Messages": (FALSE, AGENT),
    "Obfuscate Password": (TRUE, AGENT),
    "Session Cookie": (FALSE, COOKIES),
    "Secure Cookie": (TRUE, COOKIES),
    "HTTP Only Flag": (TRUE, COOKIES),
    "SameSite Cookie": ("3", COOKIES),
    "Cookie Domain": ("", COOKIES),
    "Cookie Path": ("/", COOKIES),
    "Logout Service": ("", LOGOUTS),
}


def unused_fields(others: Mapping[str, tuple[str, str]]) -> Iterator[Field]:
    """Yield the fields that existing configurations contain, with their usual values."""
    for name, (default, lacks) in {**_SHARED, **others}.items():
        type_ = FieldType.CHECK_BOX if default in (TRUE, FALSE) else FieldType.TEXT
        yield Field(name=name, description=_UNUSED, type=type_, default=default, lacks=lacks)
