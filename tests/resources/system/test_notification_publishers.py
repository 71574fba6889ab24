"""The SMTP notification publisher with a real mail server: messages, refusals, TLS and stored passwords."""

import base64
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.crypto.certificates import make_server_certificate
from hanse.kit.clock import SystemClock
from hanse.kit.errors import ValidationFailed
from hanse.plugins.contracts.notification import Notification, NotSent
from hanse.plugins.notification.smtp import dialogue
from hanse.plugins.notification.smtp.plugin import SMTP_PUBLISHER
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.resources.system.notification_publishers.resource import PUBLISHER_KIND, PUBLISHER_SETTINGS, PUBLISHERS
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration, read, replace
from tests.support.instances import publisher
from tests.support.mail import REFUSED, Mailbox, mailbox
from tests.support.randomness import SeededRandomness


@pytest.fixture(scope="module")
def box() -> Iterator[Mailbox]:
    with mailbox() as running:
        yield running


@pytest.fixture
def configuration(database: Database, clock: ManualClock) -> Configuration:
    return make_configuration(database, [PUBLISHERS, PUBLISHER_SETTINGS], clock, SeededRandomness())


def made(configuration: Configuration, port: int, **more: str) -> Any:
    create(configuration, PUBLISHERS, publisher(0, port, **more))
    with configuration.reading() as view:
        return PUBLISHER_KIND.made(view, "publisher-0")


def test_a_test_message_is_sent_to_the_entered_address(configuration: Configuration, box: Mailbox) -> None:
    (action,) = SMTP_PUBLISHER.actions
    sender = made(configuration, box.port, Username="hanse", Password="s3cret")
    assert action.run(sender, {"To": "joe@example.com"}) == "The server accepted a message to joe@example.com."
    message = box.messages[-1]
    assert (message["From"], message["To"]) == ("hanse@example.com", "joe@example.com")
    assert message["Subject"] == "Test message"
    credentials = next(each for each in box.commands if each.startswith("AUTH PLAIN")).rpartition(" ")[2]
    assert base64.b64decode(credentials) == b"\0hanse\0s3cret"
    # The stored and returned document does not contain the password.
    assert "s3cret" not in str(read(configuration, PUBLISHERS, "publisher-0").body)


def test_messages_have_a_sender_and_a_test_goes_to_its_configured_address(
    configuration: Configuration, box: Mailbox
) -> None:
    (action,) = SMTP_PUBLISHER.actions
    more = {"Sender_Name": "Hanse, Zürich", "Test_Address": "ops@example.com"}
    sender = made(configuration, box.port, **more)
    assert action.run(sender, {}) == "The server accepted a message to ops@example.com."
    message = box.messages[-1]
    (shown,) = message["From"].addresses
    assert (shown.display_name, shown.addr_spec) == ("Hanse, Zürich", "hanse@example.com")
    assert message["To"] == "ops@example.com"
    with pytest.raises(ValidationFailed) as raised:
        create(configuration, PUBLISHERS, publisher(1, box.port, Sender_Name="Hanse\r\nBcc: ann@example.com"))
    assert [each.message for each in raised.value.errors] == ["Enter a name without line breaks."]


def test_a_test_needs_a_recipient(configuration: Configuration, box: Mailbox) -> None:
    (action,) = SMTP_PUBLISHER.actions
    with pytest.raises(ValueError, match="Enter a recipient"):
        action.run(made(configuration, box.port), {})


def test_the_smtp_conversation_is_logged_without_secrets_where_enabled(
    configuration: Configuration, box: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    credentials = {"Username": "hanse", "Password": "s3cret"}
    quiet = made(configuration, box.port, **credentials)
    create(configuration, PUBLISHERS, publisher(1, box.port, **credentials, Enable_SMTP_Debugging_Messages="true"))
    with configuration.reading() as view:
        verbose = PUBLISHER_KIND.made(view, "publisher-1")
    log: list[Any] = []
    with monkeypatch.context() as patched:
        patched.setattr(dialogue.LOG, "info", lambda event, **details: log.append({"event": event, **details}))
        quiet.send(Notification("joe@example.com", "x", "y"))
        assert log == []
        verbose.send(Notification("joe@example.com", "x", "y"))
    commands = [each["command"] for each in log if each["event"] == "SMTP command sent"]
    assert commands == ["ehlo", "auth", "mail", "rcpt", "data", "quit"]
    assert {235, 250, 354} <= {each.get("code") for each in log}
    # The log contains neither the credentials, in any encoding, nor the recipient.
    for secret in ("s3cret", base64.b64encode(b"\0hanse\0s3cret").decode(), "joe@"):
        assert secret not in str(log)


def test_the_servers_reason_for_refusing_a_message_is_reported(configuration: Configuration, box: Mailbox) -> None:
    sender = made(configuration, box.port)
    before = len(box.messages)
    with pytest.raises(NotSent, match="The server refused the message: 550 no such user"):
        sender.send(Notification(REFUSED, "x", "y"))
    for wrong in (Notification("joe", "x", "y"), Notification("jö@example.com", "x", "y")):
        with pytest.raises(NotSent, match="address"):
            sender.send(wrong)
    # A subject with another header in it is refused (CWE-93).
    with pytest.raises(NotSent, match="one line"):
        sender.send(Notification("joe@example.com", "x\r\nBcc: ann@example.com", "y"))
    assert len(box.messages) == before


def test_a_server_with_a_trusted_authority_is_accepted(database: Database, clock: ManualClock, tmp_path: Path) -> None:
    configuration = make_configuration(
        database, [PUBLISHERS, PUBLISHER_SETTINGS, TRUSTED_CAS], clock, SeededRandomness()
    )
    # The certificate is valid now, as the TLS library uses the real time.
    certified = make_server_certificate(["localhost"], SystemClock().now())
    (tmp_path / "key.pem").write_bytes(certified.key + certified.certificate)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tmp_path / "key.pem")
    with mailbox(context) as box:
        tls_settings = {"Encryption_Method": "SSL/TLS", "SMTPS_Port": str(box.port)}
        message = Notification("joe@example.com", "x", "y")
        with pytest.raises(NotSent, match="CERTIFICATE_VERIFY_FAILED"):
            made(configuration, box.port, **tls_settings).send(message)
        leaf = x509.load_pem_x509_certificate(certified.certificate).public_bytes(Encoding.DER)
        create(configuration, TRUSTED_CAS, {"certificate": base64.b64encode(leaf).decode()})
        with configuration.reading() as view:
            PUBLISHER_KIND.made(view, "publisher-0").send(message)
        assert [each["To"] for each in box.messages] == ["joe@example.com"]


@pytest.mark.parametrize("method", ["STARTTLS", "SSL/TLS"])
def test_without_tls_no_credentials_are_sent(configuration: Configuration, box: Mailbox, method: str) -> None:
    ports = {"SMTPS_Port": str(box.port), "Connection_Timeout": "1"}
    sender = made(configuration, box.port, Encryption_Method=method, Username="hanse", Password="s3cret", **ports)
    sent_before, before = len(box.commands), len(box.messages)
    with pytest.raises(NotSent):
        sender.send(Notification("joe@example.com", "x", "y"))
    assert len(box.messages) == before
    assert not any("AUTH" in each for each in box.commands[sent_before:])


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"SMTP_Port": "70000"}, "This must be a whole number from 1 to 65,535."),
        ({"From_Address": "nobody"}, "Enter an e-mail address such as admin@example.com."),
        ({"Email_Server": "a b"}, "Enter a host name such as mail.example.com."),
        ({"Username": "hanse"}, "Enter a password for the username."),
    ],
)
def test_impossible_settings_are_refused(configuration: Configuration, more: dict[str, str], message: str) -> None:
    with pytest.raises(ValidationFailed) as raised:
        create(configuration, PUBLISHERS, publisher(0, 2525, **more))
    assert [each.message for each in raised.value.errors] == [message]


@pytest.mark.parametrize("id_", ["settings", "descriptors"])
def test_ids_that_are_paths_are_reserved(configuration: Configuration, id_: str) -> None:
    with pytest.raises(ValidationFailed):
        create(configuration, PUBLISHERS, {**publisher(), "id": id_})


def publisher_at(host: str, password: Any = None, **more: Any) -> dict[str, Any]:
    """Return the body of a publisher with a mail server; the password is a text, or the field of an answer."""
    body = publisher(0, 25, Email_Server=host, Username="hanse")
    field = {"name": "Password", "value": password} if isinstance(password, str) else password
    body["configuration"]["fields"] += [field] if field else []
    return {**body, **more}


def refusals(act: Any, *given: Any) -> list[str | None]:
    with pytest.raises(ValidationFailed) as raised:
        act(*given)
    return [each.field_path for each in raised.value.errors]


def password_of(configuration: Configuration, id_: str) -> dict[str, Any]:
    found = read(configuration, PUBLISHERS, id_).body["configuration"]["fields"]
    return next(each for each in found if each["name"] == "Password")


def test_a_password_is_sent_to_no_other_server_than_the_one_it_was_entered_for(configuration: Configuration) -> None:
    create(configuration, PUBLISHERS, publisher_at("mail.example.com", "s3cret"))
    sealed = password_of(configuration, "publisher-0")
    assert sealed.keys() == {"name", "encryptedValue"}
    for kept in (sealed, {"name": "Password"}, {"name": "Password", "value": ""}):
        path = "configuration.fields[4].value"
        assert refusals(replace, configuration, PUBLISHERS, "publisher-0", publisher_at("evil.example.com", kept)) == [
            path
        ]
        replace(configuration, PUBLISHERS, "publisher-0", publisher_at("mail.example.com", kept))
        assert password_of(configuration, "publisher-0") == sealed
    # The same applies to another instance with the returned password, and to a child with another server that inherits
    # the password.
    assert refusals(
        create, configuration, PUBLISHERS, publisher_at("evil.example.com", sealed, id="thief", name="Thief")
    )
    child = {"id": "child", "name": "Child", "parentRef": {"id": "publisher-0"}}
    assert refusals(create, configuration, PUBLISHERS, publisher_at("evil.example.com", None, **child)) == [
        "configuration.fields"
    ]
    create(configuration, PUBLISHERS, publisher_at("mail.example.com", sealed, id="copy", name="Copy"))
    create(configuration, PUBLISHERS, publisher_at("mail.example.com", None, **child))
    replace(configuration, PUBLISHERS, "copy", publisher_at("other.example.com", "another", id="copy", name="Copy"))


def test_a_parent_cannot_send_the_passwords_of_its_children_to_another_server(configuration: Configuration) -> None:
    create(configuration, PUBLISHERS, publisher_at("mail.example.com", "s3cret"))
    child = publisher("child", 25)
    kept = [{"name": "Password", "value": "of the child"}]
    child = {**child, "parentRef": {"id": "publisher-0"}, "configuration": {"fields": kept, "tables": []}}
    create(configuration, PUBLISHERS, child)
    moved = publisher_at("evil.example.com", "mine")
    assert refusals(replace, configuration, PUBLISHERS, "publisher-0", moved) == ["configuration.fields"]
    replace(configuration, PUBLISHERS, "publisher-0", publisher_at("mail.example.com", "changed"))
