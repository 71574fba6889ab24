"""The page on which a policy is tried with chosen results, before it is saved.

The page contains the posted fields of the policy and the results chosen so far as hidden fields. Each answer runs the
policy again with one more result, until it ends.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hanse.admin.frames.api_calls import ANSWER
from hanse.admin.frames.form.posted_body import read
from hanse.admin.frames.policy_editor.node_mappings import carried_fields
from hanse.admin.frames.policy_editor.tree_changes import TREE
from hanse.config.declare.ui.widgets import ChoiceInput, Dependence, TextInput, Widget, WidgetKind, WidgetOption
from hanse.kit.errors import MalformedRequest
from hanse.kit.texts.messages import message
from hanse.resources.authentication.policies.branches import FAIL, SUCCESS

Body = dict[str, Any]
# The names of the page's own fields. A form does not warn about unsaved fields that begin with an underscore.
RESULTS, QUESTION, REQUEST, NEXT = "_results", "_question", "_request", "_next"
_NO_RESULT = "-"
_LABELS = {SUCCESS: message("Success"), FAIL: message("Failure")}
REQUEST_FIELDS: Final = Widget(
    name=REQUEST,
    kind=WidgetKind.GROUP,
    label=message("Request"),
    members=(
        Widget(
            name="clientId",
            kind=WidgetKind.TEXT,
            label=message("Client ID"),
            help=message("Client that requests the sign-in. Rules and mappings can use its extended properties."),
        ),
        Widget(
            name="scopes",
            kind=WidgetKind.TEXT,
            label=message("Scopes"),
            help=message("Requested scopes, separated by spaces."),
        ),
        Widget(
            name="loginHint",
            kind=WidgetKind.TEXT,
            label=message("Username"),
            help=message("Username that the client sends with the request (login_hint)."),
        ),
    ),
)


@dataclass(frozen=True)
class TrialForm:
    """The values entered on the page."""

    # The results of the API, and the result that was taken back last, whose values are offered again.
    results: tuple[Body, ...]
    taken_back: Body
    request: Body

    @classmethod
    def of(cls, posted: Mapping[str, Sequence[str]], what: str, target: str) -> "TrialForm":
        """Read the page. Raises MalformedRequest."""
        results = _listed(posted, RESULTS)
        request = read((REQUEST_FIELDS,), posted, {}).get(REQUEST) or {}
        if what == ANSWER:
            return cls((*results, _answer(posted)), {}, request)
        kept = int(target) if target.isascii() and target.isdigit() else len(results)
        return cls(tuple(results[:kept]), results[kept] if kept < len(results) else {}, request)

    def body(self, policy: Body) -> Body:
        """Return the body of the trial operation."""
        scopes = str(self.request.get("scopes") or "").split()
        texts = {name: self.request.get(name) or "" for name in ("clientId", "loginHint")}
        return {"policy": policy, "results": list(self.results), "scopes": scopes, **texts}

    def without(self, number: int) -> "TrialForm":
        """Return the form without the results from this one on."""
        return TrialForm(self.results[:number], {}, self.request)

    def values(self, question: Body | None) -> Body:
        """Return the values of the page's fields."""
        before = self.taken_back if question is not None and self.taken_back.get("id") == question["id"] else {}
        given = {each["name"]: each["values"] for each in before.get("attributes") or ()}
        names = [] if question is None else question["attributes"]
        entered: Body = {f"a{at}": given.get(name, []) for at, name in enumerate(names)}
        chosen = before.get("result", SUCCESS if names else None)
        return {REQUEST: self.request, NEXT: {"result": _NO_RESULT if chosen == "" else chosen, **entered}}

    def carried_fields(
        self, posted: Mapping[str, Sequence[str]], tree: Body, question: Body | None
    ) -> list[tuple[str, str]]:
        """Return the hidden fields: the policy, the results and the question."""
        own = (RESULTS, QUESTION, f"{REQUEST}.", f"{NEXT}.")
        kept = [pair for pair in carried_fields(posted, tree, TREE) if not pair[0].startswith(own)]
        return [*kept, (RESULTS, json.dumps(self.results)), (QUESTION, json.dumps(question))]


def question_fields(question: Body) -> Widget:
    """Return the fields in which the next result is chosen."""
    is_adapter = question["type"] != "AUTHN_SELECTOR"
    options = tuple(WidgetOption(each, _LABELS.get(each, each) if is_adapter else each) for each in question["results"])
    none = () if is_adapter else (WidgetOption(_NO_RESULT, message("No result applies")),)
    members = [
        Widget(
            name="result",
            kind=WidgetKind.CHOICE,
            label=message("Result"),
            required=True,
            choice=ChoiceInput(options=options + none, is_radio=True),
        )
    ]
    for at, name in enumerate(question["attributes"]):
        help_ = message("Enter one value per line. An attribute without a value is not returned.") if at == 0 else ""
        members.append(
            Widget(
                name=f"a{at}",
                kind=WidgetKind.LINES,
                label=name,
                help=help_,
                text=TextInput(height=1),
                dependence=Dependence(when=((f"{NEXT}.result", (SUCCESS,)),)),
            )
        )
    return Widget(name=NEXT, kind=WidgetKind.GROUP, label=question["name"], members=tuple(members))


def _answer(posted: Mapping[str, Sequence[str]]) -> Body:
    """Return the result that was chosen for the question of the page."""
    question = _parsed(posted, QUESTION)
    if not isinstance(question, dict) or not {"type", "id", "name", "results", "attributes"} <= question.keys():
        raise MalformedRequest("The page asks for no result.")
    if not all(isinstance(each, str) for each in (*question["results"], *question["attributes"], question["name"])):
        raise MalformedRequest("The page asks for no result.")
    entered = read((question_fields(question),), posted, {}).get(NEXT) or {}
    result = entered.get("result")
    given = enumerate(question["attributes"] if result == SUCCESS else ())
    values = [{"name": name, "values": entered.get(f"a{at}") or []} for at, name in given]
    return {
        "type": question["type"],
        "id": question["id"],
        "result": "" if result in (None, _NO_RESULT) else result,
        "attributes": [each for each in values if each["values"]],
    }


def _listed(posted: Mapping[str, Sequence[str]], name: str) -> list[Body]:
    found = _parsed(posted, name)
    if found is None:
        return []
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise MalformedRequest("The results of the page cannot be read.")
    return found


def _parsed(posted: Mapping[str, Sequence[str]], name: str) -> Any:
    try:
        return json.loads((posted.get(name) or ("null",))[-1])
    except ValueError as error:
        raise MalformedRequest("The results of the page cannot be read.") from error
