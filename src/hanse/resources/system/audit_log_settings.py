"""Audit log settings: what happens to requests of users and applications while the log cannot be written.

The log is the audit log of this server. Changes of the configuration are recorded in the database, in the same
transaction as the change, and need no log.
"""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import EmailAddress
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import AppliesWhen, FormLayout, Section
from hanse.config.declare.ui.navigation import SERVER, ConsolePage
from hanse.kit.errors import FieldError
from hanse.kit.texts.labels import Labeled


class AuditFailureMode(Labeled):
    """Handling of requests that must be logged while the log cannot be written."""

    BLOCK = "BLOCK", "Block requests"
    CONTINUE = "CONTINUE", "Continue without the log"


class AuditLogSettings(ConfigModel):
    """The audit log settings."""

    failure_mode: Annotated[
        AuditFailureMode,
        Field(
            title="Failure mode",
            description="Answers to users and applications while the log cannot be written, for example because the "
            "disk is full. Blocked requests get status 503 until the log can be written again. The default is to "
            "continue.",
        ),
    ] = AuditFailureMode.CONTINUE
    track_audit_log_failures: Annotated[
        bool,
        Field(
            title="Report failures",
            description="Send an e-mail if too many lines of the log could not be written. Metrics have the number in "
            "either case.",
        ),
    ] = False
    notification_publisher: Annotated[
        ResourceLink | None,
        Field(title="Notification publisher", description="Sends the e-mail. If not set, the default publisher does."),
        Ref(handles.NOTIFICATION_PUBLISHERS),
    ] = None
    emails_to_notify: Annotated[
        list[EmailAddress],
        Field(title="Recipients", description="E-mail addresses, one per line.", max_length=50, default_factory=list),
    ]
    threshold: Annotated[
        int,
        Field(
            title="Threshold",
            description="Number of lost lines within the interval from which an e-mail is sent. The default is 1.",
            ge=1,
            le=1_000_000,
        ),
    ] = 1
    interval: Annotated[
        int,
        Field(
            title="Interval",
            description="Length of the interval in seconds, and the shortest time between two e-mails. The default is "
            "300.",
            ge=15,
            le=86_400,
        ),
    ] = 300


def _check(proposal: Proposal[AuditLogSettings]) -> Iterator[FieldError]:
    if proposal.new.track_audit_log_failures and not proposal.new.emails_to_notify:
        yield FieldError("Enter at least one recipient.", "emailsToNotify", "required_field")


_REPORTED = ("notificationPublisher", "emailsToNotify", "threshold", "interval")
AUDIT_LOG_SETTINGS = Resource(
    path=handles.AUDIT_LOG_SETTINGS.path,
    model=AuditLogSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Audit Log Settings",
        description="Refusal of requests that cannot be logged, and notifications about failures of the log.",
    ),
    default=lambda: AuditLogSettings(emails_to_notify=[]),
    saving=SaveRules(rules=(_check,)),
    ui=Ui(
        page=ConsolePage(
            id="auditLogSettings",
            label="Audit Log Settings",
            heading=SERVER,
            slug="audit-log-settings",
            position=35,
            keywords=("disk full", "log failure", "logging"),
        ),
        guide="logs",
        form=ItemForm(
            layout=FormLayout(
                sections=(
                    Section("Failures of the log", ("failureMode",)),
                    Section("Notification", ("trackAuditLogFailures", *_REPORTED)),
                ),
                when={path: (AppliesWhen("trackAuditLogFailures"),) for path in _REPORTED},
            )
        ),
    ),
)
