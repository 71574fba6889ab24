"""A bearer assertion is accepted at one address, by one audience, for a short time, as the answer to one request."""

from dataclasses import replace
from datetime import timedelta

import pytest

from hanse.crypto.xml.documents import parse_document
from hanse.saml.assertion_checks import ClockTolerance, Recipient, check_bearer
from hanse.saml.assertions import Assertion, AuthnStatement, Conditions, Subject, SubjectConfirmation, read_assertion
from hanse.saml.errors import RequestDenied
from hanse.saml.name_ids import NameId
from tests.support.saml import ACS, NOW, REQUEST_ID, SP, assertion, bearer

RECIPIENT = Recipient([SP], [ACS], [REQUEST_ID])
MINUTE = timedelta(minutes=1)
EXACT = ClockTolerance()


def with_confirmation(**changes: object) -> Assertion:
    return assertion(subject=Subject(NameId("joe"), (bearer(**changes),)))


def test_an_assertion_must_be_remembered_until_its_confirmation_expires() -> None:
    assert check_bearer(assertion(), RECIPIENT, NOW, EXACT) == NOW + 5 * MINUTE
    assert check_bearer(assertion(), RECIPIENT, NOW, ClockTolerance(after=MINUTE)) == NOW + 6 * MINUTE


REFUSED = {
    "another recipient": with_confirmation(recipient="https://sp.hanse.example/sp/ACS.saml2/"),
    "no recipient": with_confirmation(recipient=None),
    "another request": with_confirmation(in_response_to="_other"),
    "not requested": with_confirmation(in_response_to=None),
    "no end": with_confirmation(not_on_or_after=None),
    "an end after days": with_confirmation(not_on_or_after=NOW + timedelta(days=2)),
    "confirmation has ended": with_confirmation(not_on_or_after=NOW),
    "confirmation has not begun": with_confirmation(not_before=NOW + MINUTE),
    "another method": with_confirmation(method="urn:oasis:names:tc:SAML:2.0:cm:holder-of-key"),
    "no confirmation": assertion(subject=Subject(NameId("joe"))),
    "no subject": assertion(subject=None),
    "another audience": assertion(conditions=Conditions(audiences=(("https://other.example",),))),
    "one of two audiences": assertion(conditions=Conditions(audiences=((SP,), ("https://other.example",)))),
    "no audience": assertion(conditions=Conditions()),
    "an empty audience": assertion(conditions=Conditions(audiences=((),))),
    "no conditions": assertion(conditions=None),
    "has ended": assertion(conditions=Conditions(not_on_or_after=NOW, audiences=((SP,),))),
    "has not begun": assertion(conditions=Conditions(not_before=NOW + MINUTE, audiences=((SP,),))),
    "an unknown condition": assertion(conditions=Conditions(audiences=((SP,),), has_unknown=True)),
    "from the future": assertion(issue_instant=NOW + MINUTE),
    "session has ended": assertion(authn_statements=(AuthnStatement(NOW, session_not_on_or_after=NOW),)),
}


@pytest.mark.parametrize("reason", list(REFUSED))
def test_an_assertion_is_refused(reason: str) -> None:
    with pytest.raises(RequestDenied):
        check_bearer(REFUSED[reason], RECIPIENT, NOW, EXACT)


@pytest.mark.parametrize("reason", ["confirmation has ended", "has ended", "from the future", "has not begun"])
def test_clocks_may_differ_by_the_tolerance(reason: str) -> None:
    assert check_bearer(REFUSED[reason], RECIPIENT, NOW, ClockTolerance(MINUTE, MINUTE))
    with pytest.raises(RequestDenied):
        check_bearer(REFUSED[reason], RECIPIENT, NOW + 20 * MINUTE, ClockTolerance(MINUTE, MINUTE))


@pytest.mark.parametrize("tolerance", [timedelta(minutes=11), timedelta(seconds=-1)])
def test_a_tolerance_is_bounded(tolerance: timedelta) -> None:
    with pytest.raises(ValueError, match="ten minutes"):
        ClockTolerance(before=tolerance)
    with pytest.raises(ValueError, match="ten minutes"):
        ClockTolerance(after=tolerance)


def test_an_unsolicited_assertion_answers_no_request() -> None:
    unsolicited = replace(RECIPIENT, requests=(), allow_unsolicited=True)
    assert check_bearer(with_confirmation(in_response_to=None), unsolicited, NOW, EXACT)
    with pytest.raises(RequestDenied):
        check_bearer(assertion(), unsolicited, NOW, EXACT)


def test_one_of_several_confirmations_is_enough() -> None:
    both = Subject(NameId("joe"), (bearer(recipient="https://other.example"), bearer()))
    assert check_bearer(assertion(subject=both), RECIPIENT, NOW, EXACT)


def test_a_confirmation_without_data_expires_with_the_assertion_where_that_is_allowed() -> None:
    bare = replace(RECIPIENT, allow_unsolicited=True, allow_bare_confirmation=True)
    subject = Subject(NameId("joe"), (SubjectConfirmation(),))
    assert check_bearer(assertion(subject=subject), bare, NOW, EXACT) == NOW + 5 * MINUTE
    for refused in (
        assertion(subject=subject, conditions=Conditions(audiences=((SP,),))),
        with_confirmation(recipient=None, in_response_to=None),
    ):
        with pytest.raises(RequestDenied):
            check_bearer(refused, bare, NOW, EXACT)


def test_an_assertion_with_an_unknown_condition_is_refused() -> None:
    data = assertion().to_element().serialized()
    changed = data.replace(b"</saml:Conditions>", b'<saml:Condition xmlns:x="urn:x" x:a="1"/></saml:Conditions>')
    found = read_assertion(parse_document(changed).root)
    with pytest.raises(RequestDenied, match="condition"):
        check_bearer(found, RECIPIENT, NOW, EXACT)
