"""The approval page: only the named user can decide, and forged or repeated forms have no effect."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from hanse.engine.state.contracts import digest
from hanse.resources.system.authorization_server import SETTINGS
from tests.engine.oauth.ciba.call_center import CallCenter, answer_consent
from tests.engine.signin.site import form_of, title_of


def test_another_user_cannot_decide_and_the_named_user_still_can(center: CallCenter) -> None:
    center.start()
    amy = center.site.browser()
    page = amy.sign_in(amy.browser.get(center.link), "amy")
    assert title_of(page) == "Another user is signed in"
    assert "You are signed in as amy." in page.text
    assert center.poll_error() == "authorization_pending"
    again = page.text.split('href="/as/bc-approval.ciba?')[1].split('"')[0].replace("&amp;", "&")
    page = amy.sign_in(amy.browser.get(f"/as/bc-approval.ciba?{again}"), "joe")
    assert title_of(answer_consent(amy, page, "openid", "read")) == "Request approved"
    assert center.tokens()["access_token"]


def test_following_the_link_decides_nothing(center: CallCenter) -> None:
    center.start()
    for _ in range(3):
        assert title_of(center.site.browser().browser.get(center.link)) == "Sign in"
    assert center.poll_error() == "authorization_pending"


@pytest.mark.parametrize("query", ["", "?request=", "?request=guessed", "?request=a&request=b"])
def test_a_wrong_link_is_an_error(center: CallCenter, query: str) -> None:
    assert center.site.browser().browser.get(f"/as/bc-approval.ciba{query}").status_code == 400


def test_the_auth_req_id_does_not_open_the_approval_page(center: CallCenter) -> None:
    identifier = center.start()["auth_req_id"]
    assert center.site.browser().browser.get(f"/as/bc-approval.ciba?request={identifier}").status_code == 400


def test_the_user_is_asked_even_if_the_client_needs_no_consent_elsewhere(center: CallCenter) -> None:
    center.save_client(bypassApprovalPage=True)
    center.site.engine.save(SETTINGS, {"bypassAuthorizationForApprovedGrants": True})
    for _ in range(2):
        center.start()
        joe = center.site.browser()
        assert title_of(joe.sign_in(joe.browser.get(center.link))) == "Access request"
        center.decide()
        center.tokens()


def test_a_form_without_the_token_of_its_flow_decides_nothing(center: CallCenter) -> None:
    center.start()
    joe = center.site.browser()
    page = joe.sign_in(joe.browser.get(center.link))
    action, hidden = form_of(page)
    forged = {**hidden, "flow_token": "forged", "pf.oauth.authz.consent": "allow"}
    joe.follow(joe.browser.post(action, forged))
    assert center.poll_error() == "authorization_pending"


def test_only_the_first_of_two_decisions_applies(center: CallCenter) -> None:
    center.start()
    first, second = center.site.browser(), center.site.browser()
    pages = [each.sign_in(each.browser.get(center.link)) for each in (first, second)]
    assert title_of(answer_consent(first, pages[0])) == "Request denied"
    assert "already been answered" in answer_consent(second, pages[1], "openid", "read").text
    assert center.poll_error() == "access_denied"


def test_the_binding_message_is_escaped_and_is_not_sent_by_email(center: CallCenter) -> None:
    center.start(binding_message="<b>4711</b>")
    joe = center.site.browser()
    page = joe.sign_in(joe.browser.get(center.link))
    assert "&lt;b&gt;4711&lt;/b&gt;" in page.text
    assert "<b>" not in page.text
    assert "4711" not in str(center.box.messages[-1].get_payload(decode=True))


def test_only_digests_of_the_secrets_are_stored(center: CallCenter, tmp_path: Path) -> None:
    identifier = center.start(client_notification_token="notification-token")["auth_req_id"]
    secrets = (identifier, center.link.partition("request=")[2], "notification-token")
    center.site.run(center.site.engine.state.ping())
    stored = b"".join(each.read_bytes() for each in tmp_path.rglob("*") if each.is_file())
    assert digest(identifier) in stored
    for secret in secrets:
        assert secret.encode() not in stored


@pytest.mark.usefixtures("every_log_level")
def test_no_log_line_has_a_secret(center: CallCenter) -> None:
    with capture_logs() as logged:
        identifier = center.start(client_notification_token="notification-token")["auth_req_id"]
        link = center.link.partition("request=")[2]
        center.decide()
        center.tokens()
    events = [each["event"] for each in logged]
    assert "backchannel authentication requested" in events
    assert "backchannel authentication approved" in events
    for secret in (identifier, link, "notification-token"):
        assert secret not in str(logged)


def test_before_an_adapter_asks_for_consent_the_user_compares_the_binding_message(center: CallCenter) -> None:
    settings = {"userAuthorizationConsentPageSetting": "ADAPTER", "userAuthorizationConsentAdapter": "adapter-0"}
    center.site.engine.save(SETTINGS, settings)
    center.start(binding_message="Ticket 4711")
    joe = center.site.browser()
    page = joe.sign_in(joe.browser.get(center.link))
    assert title_of(page) == "Access request"
    assert "Ticket 4711" in page.text
    assert 'name="scope"' not in page.text
    action, hidden = form_of(page)
    page = joe.follow(joe.browser.post(action, {**hidden, "cancel": "yes"}))
    assert title_of(page) == "Request denied"
    assert center.poll_error() == "access_denied"
