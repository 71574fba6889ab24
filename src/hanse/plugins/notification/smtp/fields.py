"""What can be set at an SMTP publisher, by the names, and with the defaults, that existing configurations have."""

import re
from typing import Final

from hanse.config.plugins.fields import FALSE, TRUE, Field, FieldType, Form, Option
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.types import is_host_name

FROM, SERVER, USERNAME, PASSWORD = "From Address", "Email Server", "Username", "Password"
SMTP_PORT, SMTPS_PORT, ENCRYPTION, VERIFY = "SMTP Port", "SMTPS Port", "Encryption Method", "Verify Hostname"
UTF8, TIMEOUT = "UTF-8 Message Header Support", "Connection Timeout"
RETRY_ATTEMPT, RETRY_DELAY = "Retry Attempt", "Retry Delay"
SENDER, TEST_ADDRESS, DEBUGGING = "Sender Name", "Test Address", "Enable SMTP Debugging Messages"
NONE, TLS, STARTTLS = "NONE", "SSL/TLS", "STARTTLS"
_ADDRESS: Final = re.compile(r"[^@\s<>\"]{1,64}@[^@\s<>\"]{1,253}")
_PORTS = NumberCheck(1, 65_535)


def check_address(text: str) -> str | None:
    """Return what is wrong with an address."""
    return None if _ADDRESS.fullmatch(text) and text.isprintable() else "This must be an e-mail address."


def _check_host(text: str) -> str | None:
    return None if is_host_name(text) else "This must be a host name such as mail.example.com."


def _check_line(text: str) -> str | None:
    # A line break would begin another header (CWE-93).
    return None if text.isprintable() else "A name is one line."


FORM = Form(
    description="Sends e-mails by an SMTP server.",
    fields=(
        Field(
            name=FROM,
            description="From whom messages come.",
            required=True,
            maximum_length=320,
            check=check_address,
        ),
        Field(
            name=SENDER,
            description="The name that people read as the sender's.",
            maximum_length=256,
            check=_check_line,
        ),
        Field(name=SERVER, description="The server's name.", required=True, maximum_length=253, check=_check_host),
        Field(
            name=SMTP_PORT,
            description="Where it listens without encryption, or for STARTTLS.",
            default="25",
            check=_PORTS,
            only_with={ENCRYPTION: (NONE, STARTTLS)},
        ),
        Field(
            name=ENCRYPTION,
            description="How the connection is protected. With STARTTLS, nothing is sent to a server that does not"
            " offer it.",
            type=FieldType.RADIO_GROUP,
            options=(Option("None", NONE), Option("SSL/TLS", TLS), Option("STARTTLS", STARTTLS)),
            default=NONE,
        ),
        Field(
            name=SMTPS_PORT,
            description="Where it listens for SSL/TLS.",
            default="465",
            check=_PORTS,
            only_with={ENCRYPTION: (TLS,)},
        ),
        Field(
            name=VERIFY,
            description="Whether the certificate has to be for the server's name.",
            only_with={ENCRYPTION: (TLS, STARTTLS)},
            type=FieldType.CHECK_BOX,
            default=TRUE,
        ),
        Field(name=USERNAME, description="As whom the server knows this one, if it asks.", maximum_length=320),
        Field(name=PASSWORD, description="The password for it.", encrypted=True, maximum_length=1024),
        Field(
            name=UTF8,
            description="Whether addresses and subjects go as UTF-8 (RFC 6532), which both servers have to know.",
            type=FieldType.CHECK_BOX,
            default=FALSE,
            advanced=True,
        ),
        Field(
            name=TEST_ADDRESS,
            description="To whom test messages go that name nobody else.",
            maximum_length=320,
            check=check_address,
        ),
        Field(
            name=TIMEOUT,
            description="After how many seconds an attempt is given up.",
            default="30",
            advanced=True,
            check=NumberCheck(1, 300),
        ),
        Field(
            name=RETRY_ATTEMPT,
            description="How often a message that the server did not take is tried again.",
            default="2",
            advanced=True,
            check=NumberCheck(0, 100),
        ),
        Field(
            name=RETRY_DELAY,
            description="After how many minutes it is tried again.",
            default="2",
            advanced=True,
            check=NumberCheck(1, 1440),
        ),
        Field(
            name=DEBUGGING,
            description="Whether the log has which commands the server is given, and what it answers.",
            type=FieldType.CHECK_BOX,
            default=FALSE,
            advanced=True,
        ),
    ),
)
