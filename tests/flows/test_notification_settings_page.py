"""The page with the notifications to administrators."""

import pytest

from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.support.instances import publisher

SETTINGS = f"{API}/serverSettings"
PAGE = "notificationSettings"
EVENTS = "notifications.certificateExpirations"
OPERATORS = {"emailAddress": "operators@example.com"}


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


def test_notifications_are_saved_and_all_other_members_are_kept(admin: Client) -> None:
    made = admin.post(f"{API}/notificationPublishers", publisher("page"))
    assert made.status_code == 201, made.text
    contact = {"company": "Kontor"}
    assert admin.put(SETTINGS, {"contactInfo": contact}).status_code == 200
    given = {
        f"{EVENTS}.emailAddress": "operators@example.com",
        f"{EVENTS}.initialWarningPeriod": "30",
        f"{EVENTS}.finalWarningPeriod": "7",
        f"{EVENTS}.notificationPublisherRef": made.json()["id"],
        "notifications.metadataNotificationSettings.emailAddress": "operators@example.com",
        "notifications.notifyAdminUserPasswordChanges": "true",
        "notifications.expiredCertificateAdministrativeConsoleWarningDays": "14",
    }
    follow(admin, send(admin, visit(admin, PAGE), {**given, "_do": ""}))
    stored = admin.get(SETTINGS).json()
    assert stored["contactInfo"] == contact
    assert stored["notifications"] == {
        "certificateExpirations": {
            **OPERATORS,
            "initialWarningPeriod": 30,
            "finalWarningPeriod": 7,
            "notificationPublisherRef": {"id": made.json()["id"]},
        },
        "metadataNotificationSettings": OPERATORS,
        "notifyAdminUserPasswordChanges": True,
        "expiredCertificateAdministrativeConsoleWarningDays": 14,
    }
    # Emptied fields end the notifications.
    emptied = dict.fromkeys((name for name in given if name.startswith(EVENTS)), "")
    follow(admin, send(admin, visit(admin, PAGE), {**emptied, "_do": ""}))
    assert set(admin.get(SETTINGS).json()["notifications"]) == set(stored["notifications"]) - {"certificateExpirations"}


def test_what_is_missing_is_reported_at_its_field(admin: Client) -> None:
    page = visit(admin, PAGE)
    # No group must be filled in.
    assert "pf-v6-c-form__label-required" not in page.answer.text
    refused = send(admin, page, {f"{EVENTS}.finalWarningPeriod": "7", "_do": ""})
    assert refused.status == 422
    assert 'href="#f-notifications-certificateExpirations-emailAddress"' in refused.answer.text


def test_auditors_cannot_change_them(shared_server: FlowServer, admin: Client) -> None:
    made = admin.post(f"{API}/administrativeAccounts", account("notification-auditor", auditor=True))
    assert made.status_code in (200, 422), made.text
    page = visit(shared_server.client().sign_in("notification-auditor"), PAGE)
    assert (page.status, page.is_read_only) == (200, True)


def test_the_two_pages_of_the_settings_have_descriptions_of_their_own(admin: Client) -> None:
    pages = [visit(admin, each) for each in (PAGE, "protocolSettings")]
    assert ["E-mails to administrators" in each.answer.text for each in pages] == [True, False]
