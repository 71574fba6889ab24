"""The form of the OpenToken IdP adapter."""

from typing import Final

from hanse.config.declare.plugin_fields import FALSE, TRUE, Field, Form
from hanse.config.plugins.field_shorthands import number
from hanse.config.plugins.numbers import NumberCheck
from hanse.plugins.application_addresses import LONGEST_ADDRESS, application_address_problem
from hanse.plugins.open_token_fields import (
    AGENT,
    COOKIES,
    LIFETIME,
    SERVICE,
    TOLERANCE,
    agent_fields,
    unused_fields,
)

_MOST_SECONDS: Final = 300


_UNUSED: Final = {
    # Parameters of the address at which the application returns the user. A token is accepted once only, so that a
    # copy of the address is useless.
    "Transport Mode": ("0", "transports other than query parameters"),
    "Replay Prevention": (TRUE, "tokens that are accepted twice"),
    "Session Lifetime": ("43200", AGENT),
    "Delete Cookie": (FALSE, COOKIES),
    "Skip Malformed Attribute Detection": (FALSE, AGENT),
    "Track Authentication Time": (TRUE, AGENT),
}

FORM: Final = Form(
    description="Sends users to an application that signs them in, and receives their attributes in an OpenToken. Use"
    " it for applications that have an agent for this older format. Other identity providers use OpenID Connect or"
    " SAML.",
    fields=(
        *agent_fields("opentoken", "Name of the parameter with the token when the application returns the user."),
        Field(
            name=SERVICE,
            description="Address of the application that signs users in. It receives the parameter resume: the path of"
            " this server to which it returns the user with the token.",
            required=True,
            maximum_length=LONGEST_ADDRESS,
            check=application_address_problem,
        ),
        number(
            LIFETIME,
            "Time after its issue for which a token is accepted, in seconds, even if it is valid for longer.",
            _MOST_SECONDS,
            NumberCheck(5, _MOST_SECONDS),
            advanced=True,
        ),
        number(
            TOLERANCE,
            "Time in the future at which a token may become valid, in seconds, for clocks that are slow here.",
            0,
            NumberCheck(0, _MOST_SECONDS),
            advanced=True,
        ),
        *unused_fields(_UNUSED),
    ),
    # The key that the password gives decrypts tokens here. The password is sent to no server.
    secret_target=(),
)
