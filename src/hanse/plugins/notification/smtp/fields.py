"""Fields of an SMTP publisher, with the names and defaults of existing configurations."""

import re
from typing import Final

from hanse.config.declare.plugin_fields import FALSE, TRUE, Field, FieldType, Form, Option
from hanse.config.declare.types import is_host_name
from hanse.config.plugins.numbers import NumberCheck

FROM, SERVER, USERNAME, PASSWORD = "From Address", "Email Server", "Username", "Password"
SMTP_PORT, SMTPS_PORT, ENCRYPTION, VERIFY = "SMTP Port", "SMTPS Port", "Encryption Method", "Verify Hostname"
UTF8, TIMEOUT = "UTF-8 Message Header Support", "Connection Timeout"
RETRY_ATTEMPT, RETRY_DELAY = "Retry Attempt", "Retry Delay"
SENDER, TEST_ADDRESS, DEBUGGING = "Sender Name", "Test Address", "Enable SMTP Debugging Messages"
NONE, TLS, STARTTLS = "NONE", "SSL/TLS", "STARTTLS"
_ADDRESS: Final = re.compile(r"[^@\s<>\"]{1,64}@[^@\s<>\"]{1,253}")
_PORTS = NumberCheck(1, 65_535)


def check_address(text: str) -> str | None:
    """Return the error in an address."""
    return (
        None
        if _ADDRESS.fullmatch(text) and text.isprintable()
        else "Enter an e-mail address such as admin@example.com."
    )


def _check_host(text: str) -> str | None:
    return None if is_host_name(text) else "Enter a host name such as mail.example.com."


def _check_line(text: str) -> str | None:
    # A line break would begin another header (CWE-93).
    return None if text.isprintable() else "Enter a name without line breaks."


FORM = Form(
    description="Sends e-mails through an SMTP server.",
    secret_target=(SERVER, ENCRYPTION, SMTP_PORT, SMTPS_PORT, VERIFY),
    fields=(
        Field(
            name=FROM,
            description="Sender address of the messages.",
            required=True,
            maximum_length=320,
            check=check_address,
        ),
        Field(
            name=SENDER,
            description="Sender name that recipients see.",
            maximum_length=256,
            check=_check_line,
        ),
        Field(
            name=SERVER,
            description="Host name of the SMTP server.",
            required=True,
            maximum_length=253,
            check=_check_host,
        ),
        Field(
            name=SMTP_PORT,
            description="Port for connections without encryption or with STARTTLS.",
            default="25",
            check=_PORTS,
            only_with={ENCRYPTION: (NONE, STARTTLS)},
        ),
        Field(
            name=ENCRYPTION,
            description="Protection of the connection. With STARTTLS, the message is not sent if the server does not"
            " offer it.",
            type=FieldType.RADIO_GROUP,
            options=(Option("None", NONE), Option("SSL/TLS", TLS), Option("STARTTLS", STARTTLS)),
            default=NONE,
        ),
        Field(
            name=SMTPS_PORT,
            description="Port for connections with SSL/TLS.",
            default="465",
            check=_PORTS,
            only_with={ENCRYPTION: (TLS,)},
        ),
        Field(
            name=VERIFY,
            description="Require a certificate for the host name of the server.",
            only_with={ENCRYPTION: (TLS, STARTTLS)},
            type=FieldType.CHECK_BOX,
            default=TRUE,
        ),
        Field(
            name=USERNAME,
            description="Username for the SMTP server. Leave empty if it requires no authentication.",
            maximum_length=320,
        ),
        Field(name=PASSWORD, description="Password for the SMTP server.", encrypted=True, maximum_length=1024),
        Field(
            name=UTF8,
            description="Send addresses and subjects in UTF-8 (RFC 6532). The mail servers must support this.",
            type=FieldType.CHECK_BOX,
            default=FALSE,
            advanced=True,
        ),
        Field(
            name=TEST_ADDRESS,
            description="Default recipient of test messages.",
            maximum_length=320,
            check=check_address,
        ),
        Field(
            name=TIMEOUT,
            description="Connection timeout, in seconds.",
            default="30",
            advanced=True,
            check=NumberCheck(1, 300),
        ),
        Field(
            name=RETRY_ATTEMPT,
            own=True,
            description="Number of retries when the server does not accept a message.",
            default="2",
            advanced=True,
            check=NumberCheck(0, 100),
        ),
        Field(
            name=RETRY_DELAY,
            own=True,
            description="Minutes between retries.",
            default="2",
            advanced=True,
            check=NumberCheck(1, 1440),
        ),
        Field(
            name=DEBUGGING,
            description="Log SMTP commands and the server's answers, without credentials and message content.",
            type=FieldType.CHECK_BOX,
            default=FALSE,
            advanced=True,
        ),
    ),
)
