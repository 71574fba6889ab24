"""The form of the OpenToken adapter, and its settings."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from hanse.config.declare.plugin_fields import FALSE, TRUE, Field, FieldType, Form, Option
from hanse.config.plugins.field_shorthands import number
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import SettingRefused, Settings
from hanse.crypto.open_tokens import AES_128, AES_256
from hanse.plugins.sp_adapters.addresses import LONGEST_ADDRESS, application_address_problem, parameter_problem

PASSWORD, CONFIRM, TOKEN_NAME = "Password", "Confirm Password", "Token Name"
SUITE, SERVICE, LIFETIME = "Cipher Suite", "Authentication Service", "Token Lifetime"
RENEWAL, TOLERANCE = "Session Lifetime", "Not Before Tolerance"
_LEAST_CHARACTERS: Final = 12
_MOST_SECONDS, _MOST_RENEWAL_SECONDS, _MOST_TOLERANCE = 300, 86_400, 300
_UNUSED: Final = "Setting of existing configurations that this adapter does not use."
_COOKIES, _LOGOUT, _AGENT = "cookies", "logouts through the browser", "this setting of agents"


@dataclass(frozen=True)
class OpenTokenSettings:
    """The settings of one instance. An empty service means that tokens are posted to the target."""

    password: str = field(repr=False)
    suite: int
    service: str
    parameter: str
    lifetime: int
    renewal: int
    tolerance: int

    @classmethod
    def read(cls, settings: Settings) -> "OpenTokenSettings":
        """Return the settings. Raises SettingRefused for a short password, and for one that is not repeated."""
        password = settings.text(PASSWORD)
        if len(password) < _LEAST_CHARACTERS:
            # The format derives the key from the password without a salt, so that a short one could be guessed.
            raise SettingRefused("Enter a password of at least 12 characters.", PASSWORD)
        if settings.text(CONFIRM) != password:
            raise SettingRefused("Enter the same password in both fields.", CONFIRM)
        return cls(
            password=password,
            suite=int(settings.text(SUITE)),
            service=settings.text(SERVICE),
            parameter=settings.text(TOKEN_NAME),
            lifetime=int(settings.text(LIFETIME)),
            renewal=int(settings.text(RENEWAL)),
            tolerance=int(settings.text(TOLERANCE)),
        )


def _token() -> Iterator[Field]:
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
        description="Name of the form parameter that contains the token.",
        required=True,
        default="opentoken",
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


def _unsupported() -> Iterator[Field]:
    """Yield the fields that existing configurations contain, with their usual values."""
    boxes = {
        "Force SunJCE Provider": (FALSE, _AGENT),
        "Use Verbose Error Messages": (FALSE, _AGENT),
        "Obfuscate Password": (TRUE, _AGENT),
        "Session Cookie": (FALSE, _COOKIES),
        "Secure Cookie": (TRUE, _COOKIES),
        "HTTP Only Flag": (TRUE, _COOKIES),
        "Skip Trimming of Trailing Backslashes": (FALSE, _AGENT),
        "URL Encode Cookie Values": (TRUE, _COOKIES),
        "Send Subject as Query Parameter": (FALSE, _AGENT),
    }
    for name, (default, lacks) in boxes.items():
        yield Field(name=name, description=_UNUSED, type=FieldType.CHECK_BOX, default=default, lacks=lacks)
    texts = {
        # Form POST. A token never becomes a part of an address, and applications of other hosts receive no cookies.
        "Transport Mode": ("2", "transports other than form POST"),
        "Account Link Service": ("", _AGENT),
        "Logout Service": ("", _LOGOUT),
        "SameSite Cookie": ("3", _COOKIES),
        "Cookie Domain": ("", _COOKIES),
        "Cookie Path": ("/", _COOKIES),
        # Existing configurations have this name with the spaces.
        "Subject Query Parameter                 ": ("", _AGENT),
        "Send Extended Attributes": ("", _AGENT),
    }
    for name, (default, lacks) in texts.items():
        yield Field(name=name, description=_UNUSED, default=default, lacks=lacks)


FORM: Final = Form(
    description="Hands users over to an application with an OpenToken, which the user's browser posts to it. Use it for"
    " applications that have an agent for this older format, and the Signed JWT SP Adapter for all others.",
    fields=(*_token(), *_advanced(), *_unsupported()),
    # The key that the password gives encrypts tokens here. The password is sent to no server.
    secret_target=(),
)
