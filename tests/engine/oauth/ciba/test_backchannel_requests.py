"""Requests that are refused, each with the error of CIBA Core, section 13."""

from typing import Any

import pytest
from joserfc.jwk import ECKey
from structlog.testing import capture_logs

from hanse.engine.oauth.ciba import request_limits
from hanse.plugins.contracts.out_of_band import ApprovalNotice
from hanse.plugins.out_of_band.email.plugin import EmailAuthenticator
from hanse.resources.applications.ciba.authenticators import AUTHENTICATORS
from hanse.resources.applications.ciba.request_policies import CIBA_SETTINGS
from tests.engine.oauth.ciba.call_center import CallCenter
from tests.engine.server import BASE_URL
from tests.support.ciba import authenticator
from tests.support.key_pairs import ec_key
from tests.support.mappings import from_source, text

JOE = {"login_hint": "joe"}


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({}, "invalid_request"),
        ({**JOE, "id_token_hint": "x"}, "invalid_request"),
        ({**JOE, "scope": None}, "invalid_request"),
        ({**JOE, "scope": "read"}, "invalid_scope"),
        ({**JOE, "scope": "openid unknown"}, "invalid_scope"),
        ({**JOE, "binding_message": "x" * 101}, "invalid_binding_message"),
        ({**JOE, "binding_message": "two\nlines"}, "invalid_binding_message"),
        ({**JOE, "binding_message": "\N{RIGHT-TO-LEFT OVERRIDE}evil"}, "invalid_binding_message"),
        ({**JOE, "requested_expiry": "0"}, "invalid_request"),
        ({**JOE, "requested_expiry": "-5"}, "invalid_request"),
        ({**JOE, "requested_expiry": "soon"}, "invalid_request"),
        ({**JOE, "client_notification_token": "no spaces"}, "invalid_request"),
        ({**JOE, "client_notification_token": "x" * 1025}, "invalid_request"),
        ({**JOE, "user_code": "1234"}, "invalid_request"),
        ({**JOE, "request_uri": "https://calls.example.com/r"}, "invalid_request"),
        ({**JOE, "resource": "no uri"}, "invalid_target"),
        ({**JOE, "authorization_details": "[]x"}, "invalid_authorization_details"),
        ({"login_hint": "x" * 257}, "unknown_user_id"),
        ({"login_hint": "joe\r\nBcc: all@example.com"}, "unknown_user_id"),
        # The policy cannot derive an e-mail address from this name.
        ({"login_hint": "no body"}, "unknown_user_id"),
        ({"id_token_hint": "x.y.z"}, "invalid_request"),
        ({"login_hint_token": "x.y.z"}, "invalid_request"),
    ],
)
def test_an_invalid_request_is_refused_and_notifies_nobody(
    center: CallCenter, form: dict[str, Any], error: str
) -> None:
    assert center.error(**form) == (400, error)
    assert center.box.messages == []


def test_a_parameter_must_not_be_repeated(center: CallCenter) -> None:
    answer = center.site.engine.request(
        "POST",
        "/as/bc-auth.ciba",
        form=[("scope", "openid"), ("login_hint", "joe"), ("login_hint", "amy")],
        headers={"Authorization": "Basic Y2FsbHM6Y2xlYXItc2VjcmV0LW9mLWNhbGxz"},
    )
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


def test_only_clients_with_the_grant_type_that_authenticate_may_send_requests(center: CallCenter) -> None:
    assert center.error(authorization="Basic Y2FsbHM6d3Jvbmc=", **JOE) == (401, "invalid_client")
    assert center.error(authorization="Basic d2ViOmNsZWFyLXNlY3JldC1vZi13ZWI=", **JOE) == (400, "unauthorized_client")


def test_a_missing_request_policy_is_logged_as_an_error(center: CallCenter) -> None:
    center.site.engine.save(CIBA_SETTINGS, {})
    with capture_logs() as logs:
        assert center.error(**JOE) == (500, "server_error")
    assert {"event": "no CIBA request policy", "client": "calls", "log_level": "error"} in logs


def test_the_policy_of_the_client_takes_precedence_over_the_default(center: CallCenter) -> None:
    center.site.engine.save(CIBA_SETTINGS, {})
    center.save_client(requestPolicyRef={"id": "policy-0"})
    assert center.start()["auth_req_id"]


def test_a_request_whose_user_cannot_be_notified_is_withdrawn(center: CallCenter) -> None:
    center.save_policy(
        identityHintMapping={
            "attributeContractFulfillment": {
                "USER_KEY": from_source("REQUEST", "IDENTITY_HINT_SUBJECT"),
                "email": {"source": {"type": "NO_MAPPING"}},
                "locale": text("en"),
            }
        }
    )
    assert center.error(**JOE) == (400, "unknown_user_id")
    assert center.box.messages == []


def test_a_request_whose_authenticator_fails_is_withdrawn(center: CallCenter, monkeypatch: pytest.MonkeyPatch) -> None:
    links: list[str] = []

    def fail(_self: object, notice: ApprovalNotice, _services: object) -> None:
        links.append(notice.link.removeprefix(BASE_URL))
        raise RuntimeError("The gateway is broken.")

    monkeypatch.setattr(EmailAuthenticator, "notify", fail)
    assert center.error(**JOE) == (500, "server_error")
    assert center.site.browser().browser.get(links[0]).status_code == 400


def test_too_many_requests_for_one_user_are_refused(center: CallCenter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_limits, "LIMIT", 3)
    for _ in range(3):
        center.start()
    assert center.error(**JOE) == (403, "access_denied")
    # Other users are not affected, and the block expires.
    center.start(login_hint="amy")
    center.site.engine.clock.advance(seconds=request_limits.LOCK_SECONDS + 1)
    center.start()


def test_requests_are_not_limited_for_users_who_approve_them(
    center: CallCenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "LIMIT", 2)
    for _ in range(2):
        center.start()
        center.start()
        center.decide()
    center.start()
    center.decide(approves=False)
    center.start()
    assert center.error(**JOE) == (403, "access_denied")


def test_issuance_criteria_refuse_a_request(center: CallCenter) -> None:
    criterion = {
        "source": {"type": "REQUEST"},
        "attributeName": "IDENTITY_HINT_SUBJECT",
        "condition": "EQUALS",
        "value": "amy",
        "errorResult": "Only Amy may be asked.",
    }
    center.save_policy(
        identityHintContractFulfillment={
            "attributeContractFulfillment": {"IDENTITY_HINT_SUBJECT": from_source("REQUEST", "IDENTITY_HINT_SUBJECT")},
            "issuanceCriteria": {"conditionalCriteria": [criterion]},
        }
    )
    assert center.error(**JOE) == (403, "access_denied")
    center.start(login_hint="amy")


class TestSignedRequests:
    """CIBA Core, section 7.1.1."""

    def test_a_signed_request_is_accepted_once(self, center: CallCenter) -> None:
        center.save_client(cibaRequireSignedRequests=True)
        signed = center.signed(binding_message="Ticket 4711", requested_expiry=60)
        answer = center.request(request=signed)
        assert (answer.status_code, answer.json()["expires_in"]) == (200, 60)
        assert center.error(scope=None, request=signed) == (400, "invalid_request")
        center.answer = answer.json()
        center.decide()
        assert center.tokens()["scope"] == "openid read"

    def test_unsigned_requests_are_refused(self, center: CallCenter) -> None:
        center.save_client(cibaRequireSignedRequests=True)
        assert center.error(**JOE) == (400, "invalid_request")

    @pytest.mark.parametrize("name", ["scope", "login_hint", "binding_message", "requested_expiry"])
    def test_parameters_in_addition_to_the_request_object_are_refused(self, center: CallCenter, name: str) -> None:
        assert center.error(**{"scope": None, name: "60", "request": center.signed()}) == (400, "invalid_request")

    @pytest.mark.parametrize(
        "changed",
        [
            *({name: None} for name in ("iss", "aud", "iat", "nbf", "exp", "jti")),
            {"iss": "web"},
            {"aud": "https://other.example.com"},
            {"exp": 1},
            {"exp": 4_000_000_000},
            {"nbf": 4_000_000_000},
            {"nbf": 1},
            {"jti": 7},
            {"request": "x.y.z"},
        ],
    )
    def test_an_object_with_wrong_claims_is_refused(self, center: CallCenter, changed: dict[str, Any]) -> None:
        assert center.error(scope=None, request=center.signed(**changed)) == (400, "invalid_request")
        assert center.box.messages == []

    def test_an_object_must_be_signed_by_the_client_with_its_algorithm(self, center: CallCenter) -> None:
        stranger = ECKey.import_key(ec_key(2))
        assert center.error(scope=None, request=center.signed(stranger)) == (400, "invalid_request")
        unsigned = center.signed().rpartition(".")[0] + "."
        assert center.error(scope=None, request=unsigned) == (400, "invalid_request")
        center.save_client(cibaRequestObjectSigningAlgorithm="PS256")
        assert center.error(scope=None, request=center.signed()) == (400, "invalid_request")


def test_without_a_notification_publisher_the_request_fails(center: CallCenter) -> None:
    center.site.add(AUTHENTICATORS, authenticator(1))
    center.save_policy(authenticatorRef={"id": "authenticator-1"})
    with capture_logs() as logs:
        assert center.error(**JOE) == (503, "temporarily_unavailable")
    assert any(each["event"] == "message not sent" and each["reason"] == "no publisher" for each in logs)
