"""The rules for accepting a bearer assertion (SAML profiles, section 4.1.4.3; SAML core, section 2.5)."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from hanse.saml.assertions import Assertion, Conditions, SubjectConfirmation
from hanse.saml.errors import RequestDenied
from hanse.saml.xml_names import CONFIRMATION_BEARER

# A larger difference means that one of the clocks is wrong and has to be corrected.
LARGEST_SKEW: Final = timedelta(minutes=10)
# The identifier of a used assertion is remembered until the assertion expires, so this time must be limited.
LONGEST_VALIDITY: Final = timedelta(days=1)


@dataclass(frozen=True)
class ClockTolerance:
    """The accepted difference between the clocks of two servers."""

    before: timedelta = timedelta(0)
    after: timedelta = timedelta(0)

    def __post_init__(self) -> None:
        """Refuse a tolerance that would accept old messages."""
        if not timedelta(0) <= self.before <= LARGEST_SKEW or not timedelta(0) <= self.after <= LARGEST_SKEW:
            raise ValueError("A tolerance must not exceed ten minutes.")

    def has_begun(self, moment: datetime | None, now: datetime) -> bool:
        """Return whether the time of a `NotBefore` attribute has been reached."""
        return moment is None or moment - self.before <= now

    def has_ended(self, moment: datetime | None, now: datetime) -> bool:
        """Return whether the time of a `NotOnOrAfter` attribute has been reached."""
        return moment is not None and moment + self.after <= now


@dataclass(frozen=True)
class Recipient:
    """The recipient for which an assertion must have been issued."""

    # Entity IDs of this server, one of which must be in each set of audiences.
    audiences: Collection[str]
    # Addresses at which the assertion may have been received.
    addresses: Collection[str]
    # The identifiers of the requests that the assertion may answer. If empty, it must be unsolicited.
    requests: Collection[str] = ()
    allow_unsolicited: bool = False
    # True for token exchange: the client presents an assertion that an application requested.
    allow_any_request: bool = False
    requires_audience: bool = True
    # RFC 7522, section 3: a confirmation may lack its data if the conditions say when the assertion expires.
    allow_bare_confirmation: bool = False


def check_bearer(assertion: Assertion, recipient: Recipient, now: datetime, tolerance: ClockTolerance) -> datetime:
    """Return until when the identifier of an accepted assertion must be remembered. Raises RequestDenied.

    The caller then checks that the identifier was not used before.
    """
    check_conditions(assertion.conditions, recipient, now, tolerance)
    if assertion.issue_instant - tolerance.before > now:
        raise RequestDenied("The assertion was issued in the future.")
    for statement in assertion.authn_statements:
        if tolerance.has_ended(statement.session_not_on_or_after, now):
            raise RequestDenied("The session at the identity provider has ended.")
    confirmations = () if assertion.subject is None else assertion.subject.confirmations
    reason = "The assertion has no bearer confirmation."
    for each in confirmations:
        if each.method == CONFIRMATION_BEARER:
            confirmation = _with_data(each, assertion.conditions, recipient)
            failure = _bearer_failure(confirmation, recipient, now, tolerance)
            if failure is None and confirmation.not_on_or_after is not None:
                return confirmation.not_on_or_after + tolerance.after
            reason = failure or reason
    raise RequestDenied(reason)


def check_conditions(
    conditions: Conditions | None, recipient: Recipient, now: datetime, tolerance: ClockTolerance
) -> None:
    """Raise RequestDenied unless the conditions of an assertion are met."""
    conditions = conditions or Conditions()
    if conditions.has_unknown:
        raise RequestDenied("The assertion has a condition that this server does not know.")
    if not tolerance.has_begun(conditions.not_before, now):
        raise RequestDenied("The assertion is not valid yet.")
    if tolerance.has_ended(conditions.not_on_or_after, now):
        raise RequestDenied("The assertion has expired.")
    if recipient.requires_audience and not conditions.audiences:
        raise RequestDenied("The assertion is not restricted to an audience.")
    for audiences in conditions.audiences:
        if not set(audiences) & set(recipient.audiences):
            raise RequestDenied("The assertion is meant for another audience.")


def _with_data(
    confirmation: SubjectConfirmation, conditions: Conditions | None, recipient: Recipient
) -> SubjectConfirmation:
    """Return a confirmation; one without data expires with the assertion, where that is allowed."""
    if not recipient.allow_bare_confirmation or confirmation != SubjectConfirmation(method=confirmation.method):
        return confirmation
    end = None if conditions is None else conditions.not_on_or_after
    return replace(confirmation, recipient=next(iter(recipient.addresses), None), not_on_or_after=end)


def _bearer_failure(
    confirmation: SubjectConfirmation, recipient: Recipient, now: datetime, tolerance: ClockTolerance
) -> str | None:
    """Return the reason why a confirmation is not accepted, or None."""
    end = confirmation.not_on_or_after
    failures = {
        "The confirmation is meant for another recipient.": confirmation.recipient not in recipient.addresses,
        "The confirmation must expire within a day.": end is None or end - now > LONGEST_VALIDITY,
        "The confirmation has expired.": tolerance.has_ended(end, now),
        "The confirmation is not valid yet.": not tolerance.has_begun(confirmation.not_before, now),
    }
    if confirmation.in_response_to is None:
        failures["The assertion was not requested."] = not recipient.allow_unsolicited
    else:
        failures["The assertion answers another request."] = (
            not recipient.allow_any_request and confirmation.in_response_to not in recipient.requests
        )
    return next((reason for reason, applies in failures.items() if applies), None)
