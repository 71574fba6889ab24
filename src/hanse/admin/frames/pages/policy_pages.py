"""The pages that belong to the form of a policy: the mapping of one node, and the dry run."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from hanse.admin.frames.form.body_paths import element_id
from hanse.admin.frames.form.posted_body import change_rows, read, reset_dependents, row_focus, without_blank_rows
from hanse.admin.frames.form.widget_values import FormFiller, note_errors
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.pages.policy_trial import NEXT, REQUEST_FIELDS, TrialForm, question_fields
from hanse.admin.frames.policy_editor.node_choices import KINDS
from hanse.admin.frames.policy_editor.node_mappings import (
    APPLY_MAPPING,
    EDIT_MAPPING,
    KEY,
    NodeForm,
    carried_fields,
    node_key,
)
from hanse.admin.frames.policy_editor.tree_changes import TREE, path_of_node
from hanse.config.declare.access import Area, Intent, is_allowed
from hanse.config.list_query import StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.kit.errors import FieldError, MalformedRequest, ValidationFailed
from hanse.kit.texts.translation import localized, say

Body = dict[str, Any]


@dataclass(frozen=True)
class PolicyPages:
    """The pages. `policy_page` shows the form of the policy again, and `to_api` returns its body of the API."""

    context: PageContext
    stored: StoredDocument
    filler: Callable[[TransactionView], FormFiller]
    policy_page: Callable[..., Response]
    to_api: Callable[[Body], Body]

    def map(self, entered: Body, what: str, target: str) -> Response:
        """Show the page of a node's mapping, or store in the policy what was entered there."""
        request, context = self.context.request, self.context
        key = target if what in (EDIT_MAPPING, APPLY_MAPPING) else request.field(KEY)
        writes = is_allowed(request.principal, Area.EXPRESSIONS, Intent.WRITE)
        errors: list[FieldError] = []
        with context.configuration.reading() as view:
            form = NodeForm(view, entered, key, writes_expressions=writes)
            posted = request.posted or {}
            held = form.stored if what == EDIT_MAPPING else form.updated(read(form.widgets, posted, form.stored))
            focus = ""
            if what in ("add", "remove", "up", "down"):
                if not change_rows(form.widgets, held, what, target):
                    raise MalformedRequest("The form has no such rows.")
                focus = row_focus(held, what, target)
            elif what != APPLY_MAPPING:
                reset_dependents(form.widgets, held, target)
                focus = "" if what == EDIT_MAPPING else target
            elif not (errors := form.apply(without_blank_rows(form.widgets, held))):
                return self.policy_page(entered, focus=path_of_node(node_key(key)))
            held = form.updated(held)
            filled = self.filler(view).fill(form.widgets, held)
        status = HTTPStatus.UNPROCESSABLE_ENTITY if errors else HTTPStatus.OK
        values = context.item_values(self.stored)
        values |= {"title": f"{form.title}: {values['name'] or values['title']}", "key": key, "form": filled}
        findings = note_errors(filled, errors) if errors else []
        kept = carried_fields(request.posted or {}, entered[TREE], TREE)
        more = {"findings": findings, "carried": kept, "unsaved": True, "focus": element_id(focus) if focus else ""}
        return context.page("node.html", status, **values, **more)

    def run_trial(self, entered: Body, what: str, target: str, *, unsaved: bool) -> Response:
        """Run the policy with the results chosen so far, and show the path and the next choice."""
        request = self.context.request
        trial = TrialForm.of(request.posted or {}, what, target)
        policy = self.to_api(entered)
        try:
            trial, found = self._found(trial, policy)
        except ValidationFailed as error:
            about = [replace(each, field_path=_in_policy(each.field_path or "")) for each in error.errors]
            return self.policy_page(entered, about, status=error.status, is_trial=True, unsaved=unsaved)
        question: Body | None = found.get("next")
        widgets = (REQUEST_FIELDS, *(() if question is None else (question_fields(question),)))
        with self.context.configuration.reading() as view:
            filled = self.filler(view).fill(widgets, trial.values(question))
        values = self.context.item_values(self.stored)
        values["title"] = say("Try {name}", name=entered.get("name") or localized(self.context.frame.items.singular))
        values["description"] = say("No user is signed in, and nothing is saved.")
        return self.context.page(
            "trial.html",
            HTTPStatus.OK,
            **values,
            request_fields=filled[0],
            question=filled[1] if question is not None else None,
            found=found,
            kinds=KINDS,
            count=len(trial.results),
            answered=_numbers(found["steps"]),
            carried=trial.carried_fields(request.posted or {}, entered[TREE], question),
            unsaved=unsaved,
            # The form opens at its start; afterwards, the next choice gets the focus.
            focus=element_id(f"{NEXT}.result") if question is not None and (what, target) != ("try", "") else "",
        )

    def _found(self, trial: TrialForm, policy: Body) -> tuple[TrialForm, Body]:
        """Run the policy. Results that no longer fit, because the policy was changed, are left out."""
        try:
            return trial, self.context.calls.run_trial(trial.body(policy))
        except ValidationFailed as error:
            path = next(((each.field_path or "") for each in error.errors), "")
            number = path.removeprefix("results[").partition("]")[0]
            if not path.startswith("results[") or not number.isdigit() or int(number) >= len(trial.results):
                raise
            kept = trial.without(int(number))
            return kept, self.context.calls.run_trial(kept.body(policy))


def _in_policy(path: str) -> str:
    return path.removeprefix("policy").removeprefix(".")


def _numbers(steps: list[Body]) -> list[int | None]:
    """Return for each step the number of the result that was chosen there, if one was."""
    numbers: list[int | None] = []
    count = 0
    for step in steps:
        is_chosen = step["type"] in ("AUTHN_SOURCE", "AUTHN_SELECTOR")
        numbers.append(count if is_chosen else None)
        count += is_chosen
    return numbers
