"""Notifications by e-mail: exactly one for each event, by any of the consoles, if the setting is enabled."""

import threading
from datetime import timedelta

from hanse.crypto.certificate_chains import to_chain
from hanse.kit.clock import to_text
from hanse.kit.ports import LicenseExpirySummary
from hanse.kit.texts.locale_choice import speaking
from hanse.ops.notifications.notifier import notify_ongoing_causes
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.metadata.metadata_urls import METADATA_URLS
from hanse.resources.federation.metadata.reading_records import METADATA_READINGS
from hanse.resources.security.key_pairs.signing_keys import SIGNING_KEY_PAIRS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS
from hanse.resources.system.notification_publishers.resource import PUBLISHER_SETTINGS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from tests.ops.notifications.conftest import Console, MakeConsole
from tests.support.access_tokens import manager
from tests.support.configurations import AUTHOR, as_model, create, delete, read, replace
from tests.support.idp_connections import idp_connection, saml_connection, verification_certificate
from tests.support.key_pairs import LIFETIME, certificate, rotating, stored_body

RECIPIENT = "operators@example.com"
CERTIFICATES = {"emailAddress": RECIPIENT, "initialWarningPeriod": 30, "finalWarningPeriod": 7}
LICENSE = {"emailAddress": RECIPIENT}


def trust(console: Console, number: int, *, days: float) -> None:
    """Add a trusted CA whose certificate expires in the given number of days."""
    (text,) = to_chain([certificate(number, start=console.clock.now() - LIFETIME + timedelta(days=days))])
    create(console.configuration, TRUSTED_CAS, {"id": f"ca{number}", "certificate": text})


def test_a_certificate_is_notified_twice(console: Console) -> None:
    trust(console, 1, days=40)
    console.set_notifications(certificateExpirations=CERTIFICATES)
    assert console.notify_and_read() == []
    console.clock.advance(days=11)
    ((to, subject, text),) = console.notify_and_read()
    assert (to, subject) == (RECIPIENT, "A certificate expires")
    assert text.startswith("A certificate expires soon or has expired already:\n\nTrusted CA ")
    assert console.notify_and_read() == []
    console.clock.advance(days=23)
    assert len(console.notify_and_read()) == 1
    console.clock.advance(days=9)
    assert console.notify_and_read() == []


def test_many_certificates_are_one_message(console: Console) -> None:
    for number in range(3):
        trust(console, number, days=20)
    # The server renews this key pair itself, so there is no notification.
    create(console.configuration, SIGNING_KEY_PAIRS, rotating(stored_body(9)))
    console.set_notifications(certificateExpirations={**CERTIFICATES, "initialWarningPeriod": 3650})
    ((_to, subject, text),) = console.notify_and_read()
    assert (subject, text.count("Trusted CA"), "Seal 9" in text) == ("3 certificates expire", 3, False)
    trust(console, 3, days=20)
    ((_to, subject, text),) = console.notify_and_read()
    assert (subject, text.count("Trusted CA")) == ("A certificate expires", 1)


def test_certificates_of_partners_are_notified(console: Console) -> None:
    console.set_notifications(certificateExpirations=CERTIFICATES)
    create(console.configuration, MANAGERS, manager(0, "sub", "mail"))
    certificates = [verification_certificate(number, activeVerificationCert=number < 3) for number in (1, 2, 3)]
    create(console.configuration, IDP_CONNECTIONS, idp_connection(credentials={"certs": certificates}))
    assert console.notify_and_read() == []
    console.clock.advance(days=170)
    ((_to, subject, text),) = console.notify_and_read()
    # Only certificates in use are reported, each by its subject.
    assert subject == "2 certificates expire"
    assert [number for number in (1, 2, 3) if f"IdP Connection CN=Seal {number}," in text] == [1, 2]


def test_resolved_notices_are_deleted(console: Console) -> None:
    trust(console, 1, days=20)
    console.set_notifications(certificateExpirations=CERTIFICATES)
    assert len(console.notify_and_read()) == 1
    delete(console.configuration, TRUSTED_CAS, "ca1")
    assert console.notify_and_read() == []
    trust(console, 1, days=20)
    assert len(console.notify_and_read()) == 1


def test_messages_for_the_log_only_are_not_sent(console: Console) -> None:
    trust(console, 1, days=20)
    console.set_notifications(certificateExpirations={**CERTIFICATES, "notificationMode": "LOGGING_ONLY"})
    assert console.notify_and_read() == []
    assert console.notify_and_read() == []


def test_each_state_of_the_license_is_notified(console: Console) -> None:
    console.set_notifications(licenseEvents=LICENSE)
    assert console.notify_and_read() == []
    for status in ("EXPIRING", "GRACE_PERIOD", "EXPIRED"):
        console.license.status = LicenseExpirySummary(status, "License warning", f"It is {status} on some day.")
        assert console.notify_and_read() == [(RECIPIENT, "The license of this server", f"It is {status} on some day.")]
        assert console.notify_and_read() == []
    console.license.status = LicenseExpirySummary("OK")
    assert console.notify_and_read() == []


def test_a_message_names_its_server(console: Console) -> None:
    console.license.status = LicenseExpirySummary("EXPIRED", "License error", "It has ended.")
    settings = {
        "federationInfo": {"baseUrl": "https://sso.example.com"},
        "notifications": {"licenseEvents": LICENSE},
    }
    replace(console.configuration, SERVER_SETTINGS, "-", settings)
    ((_to, _subject, text),) = console.notify_and_read()
    assert text == "It has ended.\n\nhttps://sso.example.com"


def test_without_a_publisher_messages_wait_for_one(console: Console) -> None:
    replace(console.configuration, PUBLISHER_SETTINGS, "-", {})
    trust(console, 1, days=20)
    console.set_notifications(certificateExpirations=CERTIFICATES)
    assert console.notify_and_read() == []
    console.set_notifications(
        certificateExpirations={**CERTIFICATES, "notificationPublisherRef": {"id": "publisher-0"}}
    )
    assert len(console.notify_and_read()) == 1


def test_one_of_several_consoles_sends_the_notification(console: Console, make_console: MakeConsole) -> None:
    trust(console, 1, days=20)
    console.set_notifications(certificateExpirations=CERTIFICATES)
    others = [make_console(seed) for seed in range(2, 6)]
    start = threading.Barrier(len(others))

    def notify_and_read(other: Console) -> None:
        start.wait()
        notify_ongoing_causes(other.configuration)

    threads = [threading.Thread(target=notify_and_read, args=(other,)) for other in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(console.notify_and_read()) == 1


def test_users_are_notified_of_changes_to_their_accounts(console: Console) -> None:
    ada = {"username": "ada", "emailAddress": "ada@example.com", "active": True, "roles": ["ADMINISTRATOR"]}
    user_admin = {**ada, "username": "user-admin", "roles": ["USER_ADMINISTRATOR"], "emailAddress": None}
    for body in (user_admin, ada):
        create(console.configuration, ADMINISTRATIVE_ACCOUNTS, {**body, "password": "Hansa-first-1"})
    replace(console.configuration, ADMINISTRATIVE_ACCOUNTS, "ada", {**ada, "department": "before it was wanted"})
    console.set_notifications(notifyAdminUserPasswordChanges=True)
    # Changes from before the setting was enabled are not notified.
    assert console.notify_and_read() == []

    stored = read(console.configuration, ADMINISTRATIVE_ACCOUNTS, "ada").body
    moved = {**stored, "emailAddress": "ada@elsewhere.example", "department": "IT"}
    replace(console.configuration, ADMINISTRATIVE_ACCOUNTS, "ada", moved)
    found = console.notify_and_read()
    assert {to for to, _subject, _text in found} == {"ada@example.com", "ada@elsewhere.example"}
    assert "Your account ada was changed by alice on " in found[0][2]
    assert "Changed: department, e-mail address." in found[0][2]
    assert console.notify_and_read() == []

    replace(console.configuration, ADMINISTRATIVE_ACCOUNTS, "user-admin", {**user_admin, "department": "no address"})
    delete(console.configuration, ADMINISTRATIVE_ACCOUNTS, "ada")
    ((to, _subject, text),) = console.notify_and_read()
    assert (to, "was deleted by alice" in text) == ("ada@elsewhere.example", True)

    console.set_notifications()
    assert console.notify_and_read() == []


def test_messages_are_in_the_language_of_the_server(console: Console) -> None:
    trust(console, 1, days=20)
    console.set_notifications(certificateExpirations=CERTIFICATES)
    with speaking("de"):
        ((_to, subject, text),) = console.notify_and_read()
    assert subject == "Ein Zertifikat läuft ab"
    assert text.startswith("Ein Zertifikat läuft bald ab oder ist abgelaufen:\n\nVertrauenswürdige ")
    assert not [each for each in ("expire", "Trusted") if each in text]


def test_a_changed_password_is_notified_and_not_shown(console: Console) -> None:
    ada = {"username": "ada", "emailAddress": "ada@example.com", "active": True, "roles": ["USER_ADMINISTRATOR"]}
    create(console.configuration, ADMINISTRATIVE_ACCOUNTS, {**ada, "password": "Hansa-first-1"})
    console.set_notifications(notifyAdminUserPasswordChanges=True)
    with console.configuration.changing(AUTHOR) as change:
        sealed = change.seal(ADMINISTRATIVE_ACCOUNTS, "Hansa-second-2", "password")
        stored = change.get(ADMINISTRATIVE_ACCOUNTS, "ada").body
        model = as_model(ADMINISTRATIVE_ACCOUNTS, {**stored, "encryptedPassword": sealed})
        change.replace(ADMINISTRATIVE_ACCOUNTS, "ada", model)
    ((_to, _subject, text),) = console.notify_and_read()
    assert "Changed: password." in text
    assert not [each for each in ("Hansa-", "-asnaH", sealed[:40]) if each in text]


def test_metadata_that_cannot_be_read_or_has_changed_is_notified_once(console: Console) -> None:
    create(console.configuration, METADATA_URLS, {"id": "partner", "name": "Partner", "url": "https://idp.example.com"})
    since = to_text(console.clock.now())
    create(console.configuration, METADATA_READINGS, {"id": "partner", "failedSince": since, "updates": []})
    assert console.notify_and_read() == []
    console.set_notifications(metadataNotificationSettings={"emailAddress": RECIPIENT})
    ((to, subject, text),) = console.notify_and_read()
    assert (to, subject) == (RECIPIENT, "Metadata of partners")
    assert text.startswith("The metadata of Partner cannot be read since ")
    assert console.notify_and_read() == []
    # It is read again, and fails again: this is another event.
    replace(console.configuration, METADATA_READINGS, "partner", {"id": "partner", "updates": []})
    assert console.notify_and_read() == []
    console.clock.advance(minutes=5)
    failed = {"id": "partner", "failedSince": to_text(console.clock.now()), "updates": []}
    replace(console.configuration, METADATA_READINGS, "partner", failed)
    assert len(console.notify_and_read()) == 1
    delete(console.configuration, METADATA_URLS, "partner")
    assert console.notify_and_read() == []


def test_a_connection_that_differs_from_its_metadata_is_notified(console: Console) -> None:
    create(console.configuration, METADATA_URLS, {"id": "partner", "name": "Partner", "url": "https://idp.example.com"})
    reloading = {"metadataUrlRef": {"id": "partner"}, "enableAutoMetadataUpdate": False}
    create(console.configuration, IDP_CONNECTIONS, saml_connection("partner") | {"metadataReloadSettings": reloading})
    update = {
        "kind": IDP_CONNECTIONS.kind,
        "connection": "saml-partner",
        "found": to_text(console.clock.now()),
        "facts": {"entityId": "https://new.example.com"},
    }
    create(console.configuration, METADATA_READINGS, {"id": "partner", "updates": [update]})
    console.set_notifications(metadataNotificationSettings={"emailAddress": RECIPIENT})
    ((_to, _subject, text),) = console.notify_and_read()
    assert text.startswith("The metadata of SAML partner differs from the connection.")
    assert console.notify_and_read() == []
