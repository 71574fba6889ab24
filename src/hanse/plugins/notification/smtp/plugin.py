"""Messages by e-mail, which are passed to a mail server (RFC 5321)."""

import smtplib
import ssl
from collections.abc import Mapping
from datetime import timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from typing import Final

from hanse.config.declare.plugin_fields import Field
from hanse.config.plugins.actions import Action
from hanse.config.plugins.numbers import number
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.data_stores.settings import SourceFailed
from hanse.data_stores.tls import client_context
from hanse.kit.texts.messages import message
from hanse.plugins.contracts.notification import KIND, Notification, NotSent, Retries
from hanse.plugins.notification.smtp.dialogue import client
from hanse.plugins.notification.smtp.fields import (
    DEBUGGING,
    ENCRYPTION,
    FORM,
    FROM,
    PASSWORD,
    RETRY_ATTEMPT,
    RETRY_DELAY,
    SENDER,
    SERVER,
    SMTP_PORT,
    SMTPS_PORT,
    STARTTLS,
    TEST_ADDRESS,
    TIMEOUT,
    TLS,
    USERNAME,
    UTF8,
    VERIFY,
    check_address,
)

TO: Final = "To"
_TEST = Notification(to="", subject="Test message", text="This message was sent to test a notification publisher.")


class SmtpPublisher:
    """Sends e-mails, each on a connection of its own; the interface is `contracts.notification.Publisher`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._timeout = float(number(settings, TIMEOUT))
        self.retries = Retries(number(settings, RETRY_ATTEMPT), timedelta(minutes=number(settings, RETRY_DELAY)))
        self.test_address = settings.text(TEST_ADDRESS)
        if settings.text(USERNAME) and not settings.text(PASSWORD):
            raise ValueError("Enter a password for the username.")

    def send(self, notification: Notification) -> None:
        """Pass a message to the server; raises NotSent with the server's own text if it refuses the message."""
        message = self._message(notification)
        try:
            with self._connected() as server:
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            raise NotSent(_reason(*next(iter(error.recipients.values())))) from error
        except smtplib.SMTPResponseException as error:
            raise NotSent(_reason(error.smtp_code, error.smtp_error)) from error
        except (smtplib.SMTPException, SourceFailed, OSError) as error:
            # Administrators do not know the operating system's error numbers.
            reason = (error.strerror if isinstance(error, OSError) else None) or error
            raise NotSent(f"The server cannot be reached with these settings: {reason}") from error

    def _message(self, notification: Notification) -> EmailMessage:
        if (wrong := check_address(notification.to)) is not None:
            raise NotSent(wrong)
        if not (notification.to.isascii() or self._settings.flag(UTF8)):
            raise NotSent("This address needs UTF-8 in headers, which is not enabled.")
        message = EmailMessage(policy=SMTP.clone(utf8=self._settings.flag(UTF8)))
        # A line break in one of these would begin another header; the library refuses it (CWE-93).
        if not notification.subject.isprintable():
            raise NotSent("The subject must be one line without control characters.")
        try:
            message["From"] = self._sender()
            message["To"] = notification.to
            message["Subject"] = notification.subject
        except ValueError as error:
            raise NotSent("Addresses and subjects must be one line.") from error
        message.set_content(notification.text)
        return message

    def _sender(self) -> str | Address:
        address, name = self._settings.text(FROM), self._settings.text(SENDER)
        # Passed as a value: in a text, the library would treat a comma in an encoded name as the end of an address.
        return Address(name, *address.rsplit("@", 1)) if name else address

    def _connected(self) -> smtplib.SMTP:
        settings, method = self._settings, self._settings.text(ENCRYPTION)
        host = settings.text(SERVER)
        server: smtplib.SMTP
        make = client(is_tls=method == TLS, is_logged=settings.flag(DEBUGGING))
        if method == TLS:
            server = make(host, number(settings, SMTPS_PORT), timeout=self._timeout, context=self._context())
        else:
            server = make(host, number(settings, SMTP_PORT), timeout=self._timeout)
        try:
            if method == STARTTLS:
                server.starttls(context=self._context())
            if settings.text(USERNAME):
                server.login(settings.text(USERNAME), settings.text(PASSWORD))
        except BaseException:
            server.close()
            raise
        return server

    def _context(self) -> ssl.SSLContext:
        return client_context(self._settings.authorities, verify_host=self._settings.flag(VERIFY))


def _reason(code: int, text: bytes | str) -> str:
    reply = text.decode(errors="replace") if isinstance(text, bytes) else text
    return f"The server refused the message: {code} {' '.join(reply.split())[:300]}"


def _send_test(publisher: SmtpPublisher, parameters: Mapping[str, str]) -> str:
    to = parameters.get(TO) or publisher.test_address
    if not to:
        raise ValueError("Enter a recipient or set a test address.")
    publisher.send(Notification(to, _TEST.subject, _TEST.text))
    return message("The server accepted a message to {to}.", to=to)


SMTP_PUBLISHER = Plugin(
    kind=KIND,
    # The id that existing configurations of this API have.
    id="com.pingidentity.email.SmtpNotificationPlugin",
    name="SMTP Notification Publisher",
    keywords=("e-mail", "email", "mail server"),
    make=SmtpPublisher,
    form=FORM,
    actions=(
        Action(
            id="sendTest",
            name="Send test e-mail",
            description="Sends a test message and shows the server's answer.",
            run=_send_test,
            parameters=(
                Field(
                    name=TO,
                    description=f"Recipient. If empty, the {TEST_ADDRESS} is used.",
                    maximum_length=320,
                    check=check_address,
                ),
            ),
        ),
    ),
)
