"""User codes protect users against unsolicited requests (CIBA Core, section 7.1)."""

import pytest

from hanse.engine.oauth.ciba import user_codes
from tests.engine.oauth.ciba.call_center import CallCenter
from tests.support.mappings import from_source, text

CODE = "Schiffer12"


@pytest.fixture
def careful(center: CallCenter) -> CallCenter:
    """A request policy with user codes, which are the users' passwords."""
    center.save_policy(
        userCodePcvRef={"id": "validator-used"},
        identityHintMapping={
            "attributeContractFulfillment": {
                "USER_KEY": from_source("REQUEST", "IDENTITY_HINT_SUBJECT"),
                "USER_CODE_USER_NAME": from_source("REQUEST", "IDENTITY_HINT_SUBJECT"),
                "email": text("${IDENTITY_HINT_SUBJECT}@example.com"),
                "locale": text("en"),
            }
        },
    )
    center.save_client(cibaUserCodeSupported=True)
    return center


def test_a_request_with_the_right_code_is_accepted(careful: CallCenter) -> None:
    assert careful.start(user_code=CODE)["auth_req_id"]


@pytest.mark.parametrize(("code", "error"), [(None, "missing_user_code"), ("wrong", "invalid_user_code")])
def test_a_request_without_the_right_code_notifies_nobody(careful: CallCenter, code: str | None, error: str) -> None:
    assert careful.error(login_hint="joe", user_code=code) == (400, error)
    assert careful.box.messages == []


def test_guessing_is_stopped(careful: CallCenter) -> None:
    for _ in range(user_codes.LIMIT):
        assert careful.error(login_hint="joe", user_code="wrong")[1] == "invalid_user_code"
    assert careful.error(login_hint="joe", user_code=CODE) == (403, "access_denied")
    # Other users are not affected.
    careful.start(login_hint="amy", user_code="Matrosin12")
    careful.site.engine.clock.advance(seconds=user_codes.LOCK_SECONDS + 1)
    careful.start(user_code=CODE)


def test_a_client_that_does_not_support_codes_must_not_send_one(careful: CallCenter) -> None:
    careful.save_client()
    assert careful.error(login_hint="joe", user_code=CODE) == (400, "invalid_request")
    careful.start()
