"""The panels on the page of a stored item: its facts, what is missing, its security findings, and texts to copy."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hanse.admin.frames.form.body_paths import element_id, merged, nested
from hanse.admin.frames.page_request import PageAddress
from hanse.admin.frames.pages.form_filling import filler_of
from hanse.admin.frames.pages.form_source import shown_source
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.pages.prerequisites import missing_of, shown_prerequisite
from hanse.config.declare.ui.declaration import Prerequisite
from hanse.config.declare.ui.findings import Finding, Severity
from hanse.config.declare.ui.snippets import Snippet
from hanse.config.list_query import StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.kit.errors import MalformedRequest, ValidationFailed
from hanse.kit.texts.translation import localized, say

Body = dict[str, Any]
# The states of labels (`state` in `fields.html`) and the kinds of alerts.
_STATES: Final = {Severity.HIGH: "bad", Severity.MEDIUM: "ending", Severity.INFORMATION: "soon"}
_LOOKS: Final = {Severity.HIGH: "danger", Severity.MEDIUM: "warning"}


@dataclass(frozen=True)
class ShownFinding:
    """A finding in the language of the page, with a button that fixes it or a link to the setting."""

    severity: str
    state: str
    text: str
    reference: str
    # The name and the label of the button; empty for findings without a fix, and for readers.
    fix: str
    fix_label: str
    address: str
    link: str


@dataclass(frozen=True)
class ShownSnippets:
    """The panel of texts to copy."""

    heading: str
    help: str
    snippets: tuple[Snippet, ...]


@dataclass(frozen=True)
class ShownAssessment:
    """The panel of findings."""

    heading: str
    help: str
    # The kind of the alert.
    look: str
    findings: tuple[ShownFinding, ...]
    # Findings that only name further protection.
    further: tuple[ShownFinding, ...]


def panels_of(
    context: PageContext, view: TransactionView, stored: StoredDocument, entered: Body | None
) -> dict[str, Any]:
    """Return the values of the template. `entered` is the body of the API for the form's values, if it was posted."""
    if context.request.page is PageAddress.ADD:
        source = shown_source(context, filler_of(context, stored, view))
        return {"facts": {}, "links": {}, "missing": [], "assessment": None, "snippets": None, "source": source}
    return {
        "source": None,
        "facts": context.frame.ui.item.facts(view, context.request.id, context.request.principal),
        "links": context.frame.ui.item.links(view, stored.body),
        "missing": missing_of(context, view, stored.body),
        "assessment": _shown_assessment(context, view, stored, entered),
        "snippets": _shown_snippets(context, view, stored),
    }


def apply_fix(context: PageContext, view: TransactionView, stored: StoredDocument, entered: Body, id_: str) -> str:
    """Put the values that remove a finding into what was entered, and return the path of the first one.

    Raises MalformedRequest if there is no such finding, for example because the form was corrected meanwhile.
    """
    fix = next((each.fix for each in _findings(context, view, stored, entered) if each.id == id_), {})
    if not fix:
        raise MalformedRequest("There is nothing to fix. Load the page again.")
    for path, value in fix.items():
        entered.update(merged(entered, nested(path, value)))
    return next(iter(fix))


def _shown_assessment(
    context: PageContext, view: TransactionView, stored: StoredDocument, entered: Body | None
) -> ShownAssessment | None:
    declared = context.frame.ui.item.assessment
    if declared is None:
        return None
    findings = _findings(context, view, stored, entered)
    shown = [(each.severity, _shown(context, view, each)) for each in findings]
    main = tuple(each for severity, each in shown if severity in _LOOKS)
    return ShownAssessment(
        heading=localized(declared.heading),
        help=localized(declared.help if main else declared.passed),
        look=_LOOKS[findings[0].severity] if main else "success",
        findings=main,
        further=tuple(each for severity, each in shown if severity not in _LOOKS),
    )


def _shown_snippets(context: PageContext, view: TransactionView, stored: StoredDocument) -> ShownSnippets | None:
    declared = context.frame.ui.item.snippets
    found = () if declared is None else tuple(declared.find(view, stored.body))
    if declared is None or not found:
        return None
    return ShownSnippets(localized(declared.heading), localized(declared.help), found)


def _findings(
    context: PageContext, view: TransactionView, stored: StoredDocument, entered: Mapping[str, Any] | None
) -> list[Finding]:
    """Return the findings of what was entered, or of the stored item if this is not valid yet."""
    declared = context.frame.ui.item.assessment
    if declared is None:
        return []
    if entered is not None:
        try:
            # Members that the form does not have keep their stored values.
            return list(declared.find(view, merged(stored.body, dict(entered))))
        except ValidationFailed:
            pass
    return list(declared.find(view, stored.body))


def _shown(context: PageContext, view: TransactionView, finding: Finding) -> ShownFinding:
    is_fixable = bool(finding.fix) and context.request.may_change
    elsewhere = Prerequisite(finding.text, finding.resource, adds=False, item=finding.item)
    link = shown_prerequisite(context, view, elsewhere)
    shows_setting = bool(finding.path) and not is_fixable
    return ShownFinding(
        severity=localized(finding.severity.label),
        state=_STATES[finding.severity],
        text=link.text,
        reference=say(
            "{document}, section {section}", document=finding.reference.document, section=finding.reference.section
        ),
        fix=finding.id if is_fixable else "",
        fix_label=localized(finding.fix_label) if is_fixable else "",
        address=f"#{element_id(finding.path)}" if shows_setting else link.address,
        link=say("Show the setting") if shows_setting else link.link,
    )
