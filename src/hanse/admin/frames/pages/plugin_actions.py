"""Actions on an instance's form: buttons with the parameters of each action, and its result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from starlette.responses import Response

from hanse.admin.frames.api_calls import ApiCalls
from hanse.admin.frames.form.plugin_fields import widget_of
from hanse.admin.frames.form.posted_body import read
from hanse.admin.frames.form.widget_values import FormFiller, FormFinding, ShownWidget, note_errors
from hanse.admin.frames.page_request import WHICH, PageRequest
from hanse.admin.frames.responses import HEADERS
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.ui.model_form import blank
from hanse.config.declare.ui.widgets import Widget, WidgetKind
from hanse.config.plugins.action_operations import ActionOptions, ActionParameter
from hanse.config.plugins.actions import Action
from hanse.kit.errors import FieldError, HanseError, NotFound, ValidationFailed
from hanse.kit.texts.translation import localized

# Parameters are not saved. A form does not warn about unsaved fields whose names begin with an underscore.
_PARAMETERS = "_parameters"


@dataclass(frozen=True)
class ActionMessage:
    """The result of an action, as the page shows it."""

    message: str
    failed: bool = False
    # Texts by their labels.
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ShownAction:
    """An action with its parameters filled in and, if it was just performed, its result."""

    action: Action | ItemAction
    parameters: list[ShownWidget]
    result: ActionMessage | None = None
    findings: Sequence[FormFinding] = ()

    @property
    def is_file(self) -> bool:
        """Return whether it is a link to a file."""
        return isinstance(self.action, ItemAction) and self.action.is_file


@dataclass(frozen=True)
class ActionOutcome:
    """The result of an action: a file or a message, and the errors of its parameters."""

    response: Response | None = None
    result: ActionMessage | None = None
    error: ValidationFailed | None = None


def answer_file(request: PageRequest, calls: ApiCalls) -> Response:
    """Answer with a file of an item. The operation of the API checks whether the caller may read it."""
    action = request.frame.action(request.query.get(WHICH, ""))
    if action is None or not action.is_file or request.posted is not None:
        raise NotFound("Page not found, or you do not have access to it.")
    answer = calls.perform_action(action, {})
    if not isinstance(answer.body, (bytes, str)):
        raise TypeError("files are not objects")
    return Response(answer.body, headers={**HEADERS, **answer.headers})


class PluginActions:
    """The actions of one instance."""

    def __init__(
        self, actions: Sequence[Action | ItemAction], request: PageRequest, calls: ApiCalls, fill: FormFiller
    ) -> None:
        self._actions = actions
        self._request = request
        self._calls = calls
        self._fill = fill

    def shown(self, outcome: ActionOutcome) -> list[ShownAction]:
        """Return the actions, the performed one with its outcome and with the values and errors of its parameters."""
        what, target = self._request.action
        return [
            self._performed(action, outcome) if what == "act" and target == action.id else self._offered(action)
            for action in self._actions
        ]

    def _offered(self, action: Action | ItemAction) -> ShownAction:
        path, widgets = self._widgets(action)
        return ShownAction(action, self._fill.fill(widgets, blank(widgets), path))

    def _performed(self, action: Action | ItemAction, outcome: ActionOutcome) -> ShownAction:
        path, widgets = self._widgets(action)
        # The input is kept only if it must be corrected: a password that was accepted is not shown again.
        body = blank(widgets) if outcome.error is None else read(widgets, self._request.posted or {}, {}, path)
        errors = outcome.error.errors if outcome.error is not None else ()
        placed = [replace(each, field_path=f"{path}.p{_position(action, each)}") for each in errors if each.field_path]
        if not placed:
            # The action was performed and failed. A secret that was used is not sent back.
            body |= {each.name: None for each in widgets if each.kind is WidgetKind.SECRET}
        parameters = self._fill.fill(widgets, body, path)
        return ShownAction(action, parameters, outcome.result, note_errors(parameters, placed))

    def perform(self, action_id: str) -> ActionOutcome:
        """Perform an action, and return its outcome."""
        action = next((each for each in self._actions if each.id == action_id), None)
        if action is None or (isinstance(action, ItemAction) and action.is_file):
            raise NotFound("There is no such action.")
        path, widgets = self._widgets(action)
        entered = read(widgets, self._request.posted or {}, {}, path)
        parameters = [
            ActionParameter(name=parameter.name, value=_text(entered.get(f"p{index}")))
            for index, parameter in enumerate(action.parameters)
        ]
        try:
            if isinstance(action, ItemAction) and action.run is not None:
                return ActionOutcome(result=ActionMessage(localized(action.run(self._calls, self._request.id))))
            if isinstance(action, ItemAction):
                # An empty field is left out, and reported as missing if it is required.
                sent = {each.name: each.value for each in parameters if each.value is not None}
                answer = self._calls.perform_action(action, sent)
            else:
                answer = self._calls.invoke_plugin_action(action_id, ActionOptions(parameters=parameters))
        except ValidationFailed as error:
            return ActionOutcome(
                result=ActionMessage("; ".join(localized(each.message) for each in error.errors), failed=True),
                error=error,
            )
        except HanseError as error:
            return ActionOutcome(result=ActionMessage(localized(error.message), failed=True))
        if isinstance(answer.body, (bytes, str)):
            return ActionOutcome(Response(answer.body, headers={**HEADERS, **answer.headers}))
        text = str(getattr(answer.body, "message", "")) or (action.done if isinstance(action, ItemAction) else "")
        facts = action.shows(answer.body) if isinstance(action, ItemAction) else {}
        return ActionOutcome(result=ActionMessage(localized(text), facts=facts))

    def _widgets(self, action: Action | ItemAction) -> tuple[str, tuple[Widget, ...]]:
        index = self._actions.index(action)
        widgets = tuple(widget_of(f"p{at}", each) for at, each in enumerate(action.parameters))
        return f"{_PARAMETERS}{index}", widgets


def _position(action: Action | ItemAction, error: FieldError) -> str:
    """Return the position of the parameter that an error is about, which the error names by name or by position."""
    path = error.field_path or ""
    names = [each.name for each in action.parameters]
    return str(names.index(path)) if path in names else path.partition("[")[2].partition("]")[0]


def _text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return None if value is None else str(value)
