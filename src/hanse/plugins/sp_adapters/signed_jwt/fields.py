"""The form of the signed JWT adapter, and its settings."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from hanse.config.declare.plugin_fields import Field, FieldType, Form, Option
from hanse.config.plugins.field_shorthands import conditions_on, number, with_conditions
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import SettingRefused, Settings
from hanse.crypto.jws_signing import ALGORITHMS, LEAST_SECRET_OCTETS
from hanse.kit.texts.messages import message
from hanse.plugins.application_addresses import LONGEST_ADDRESS, application_address_problem, parameter_problem

APPLICATION, AUDIENCE, ALGORITHM, SECRET = "Application URL", "Audience", "JWS Algorithm", "Shared Secret"
LOGOUT, LIFETIME, ISSUER, PARAMETER = "Logout URL", "Token Lifetime", "Issuer", "Form Parameter"
MAC_ALGORITHMS: Final = tuple(LEAST_SECRET_OCTETS)
_MOST_SECONDS: Final = 300


@dataclass(frozen=True)
class AdapterSettings:
    """The settings of one instance."""

    application: str
    audience: str
    issuer: str
    algorithm: str
    secret: bytes = field(repr=False)
    lifetime: int
    parameter: str
    logout: str

    @classmethod
    def read(cls, settings: Settings) -> "AdapterSettings":
        """Return the settings. Raises SettingRefused for a secret that is missing or too short."""
        algorithm, secret = settings.text(ALGORITHM), settings.text(SECRET).encode()
        least = LEAST_SECRET_OCTETS.get(algorithm, 0)
        if len(secret) < least:
            # RFC 7518, section 3.2.
            text = message("{algorithm} requires a secret of at least {least} bytes.", algorithm=algorithm, least=least)
            raise SettingRefused(text, SECRET)
        return cls(
            application=settings.text(APPLICATION),
            audience=settings.text(AUDIENCE),
            issuer=settings.text(ISSUER),
            algorithm=algorithm,
            secret=secret,
            lifetime=int(settings.text(LIFETIME)),
            parameter=settings.text(PARAMETER),
            logout=settings.text(LOGOUT),
        )


def _check_line(text: str) -> str | None:
    return None if text.isprintable() and text == text.strip() else "Enter one line without spaces at its ends."


def _addresses() -> Iterator[Field]:
    yield Field(
        name=APPLICATION,
        description="Address of the application to which the user's browser posts the token.",
        required=True,
        maximum_length=LONGEST_ADDRESS,
        check=application_address_problem,
    )
    yield Field(
        name=AUDIENCE,
        description="Value of the claim aud, by which the application recognizes tokens that are meant for it.",
        required=True,
        maximum_length=1024,
        check=_check_line,
    )
    yield Field(
        name=LOGOUT,
        description="Address of the application to which this server posts a logout token when the user's session"
        " ends (OpenID Connect Back-Channel Logout 1.0). If empty, the application is not notified.",
        maximum_length=LONGEST_ADDRESS,
        check=application_address_problem,
    )


def _signature() -> Iterator[Field]:
    yield Field(
        name=ALGORITHM,
        type=FieldType.SELECT,
        description="Signing algorithm (RFC 7518, section 3.1). RS, PS and ES algorithms use the OAuth and OpenID"
        " Connect keys of this server, which are published in its key set. HS algorithms use the shared secret.",
        required=True,
        default="RS256",
        options=tuple(Option(name, name) for name in (*ALGORITHMS, *MAC_ALGORITHMS)),
    )
    yield Field(
        name=SECRET,
        description="Secret that only this server and the application know. It needs at least as many bytes as the"
        " algorithm's digest: 32 for HS256, 48 for HS384 and 64 for HS512.",
        encrypted=True,
        maximum_length=1024,
    )


def _advanced() -> Iterator[Field]:
    yield number(
        LIFETIME,
        "Lifetime of a token, in seconds. The application must receive it within this time.",
        60,
        NumberCheck(5, _MOST_SECONDS),
        advanced=True,
    )
    yield Field(
        name=ISSUER,
        description="Value of the claim iss. If empty, it is the issuer at which the user signs in.",
        advanced=True,
        maximum_length=1024,
        check=_check_line,
    )
    yield Field(
        name=PARAMETER,
        description="Name of the form parameter that contains the token.",
        required=True,
        default="token",
        advanced=True,
        maximum_length=64,
        check=parameter_problem,
    )


FORM: Final = Form(
    description="Hands users over to an application with a short-lived, signed JSON Web Token, which the user's browser"
    " posts to the application. The token is never part of an address.",
    fields=with_conditions(
        (*_addresses(), *_signature(), *_advanced()), conditions_on(ALGORITHM, MAC_ALGORITHMS, SECRET)
    ),
    # The secret signs tokens here and is sent to no server.
    secret_target=(),
)
