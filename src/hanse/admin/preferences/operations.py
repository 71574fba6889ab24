"""The operations for shortcuts (specification 1, section 7), and the two that record and clear recently used pages."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from hanse.admin.preferences.shortcuts import SLOTS, Shortcut, ShortcutGroups, available, defaults, grouped
from hanse.admin.preferences.store import Preferences
from hanse.admin.shell.navigation_nodes import TreeNode
from hanse.config.declare.access import Area, Intent
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message

USER = f"{API}/internal/user"
TAG = "Preferences"
# Specification 1, section 5.
AT_LEAST_ONE = "You need at least 1 shortcut to save customization."
# Longer lists are refused by their length, before their items are checked.
_MANY = 1000
NodeId = Annotated[str, Field(max_length=200)]


class ShortcutList(ConfigModel):
    """Shortcuts, in their order."""

    items: list[Shortcut]


class ShortcutIds(ConfigModel):
    """The ids of shortcuts, in their order."""

    items: Annotated[list[NodeId], Field(max_length=_MANY)]


class ShortcutPreferences(ConfigModel):
    """The shortcuts of an account; those of its roles until some are chosen."""

    shortcuts: ShortcutIds


class ShortcutChoice(ShortcutPreferences):
    """A choice of shortcuts; with `recentlyUsed`, all other recently used pages are forgotten."""

    recently_used: ShortcutIds | None = None


class Visit(ConfigModel):
    """A page that was opened, by the id of its navigation node."""

    id: NodeId


@dataclass(frozen=True)
class PreferenceCalls:
    """The functions of the operations; each is about the caller's own account."""

    preferences: Preferences
    navigation: tuple[TreeNode, ...]

    def list_available(self, call: Call) -> OperationResult:
        """Return the possible shortcuts."""
        recent = self.preferences.recent(call.view.connection, call.principal.username)
        return OperationResult(grouped(call.principal, recent, self.navigation))

    def default(self, call: Call) -> OperationResult:
        """Return the default shortcuts of the caller's roles."""
        return OperationResult(ShortcutList(items=defaults(call.principal, self.navigation)))

    def read(self, call: Call) -> OperationResult:
        """Return the caller's shortcuts, without those that the caller may no longer open."""
        offered = available(call.principal, self.navigation)
        chosen = self.preferences.chosen(call.view.connection, call.principal.username) or []
        items = [id_ for id_ in chosen if id_ in offered] or [
            each.id for each in defaults(call.principal, self.navigation)
        ]
        return OperationResult(ShortcutPreferences(shortcuts=ShortcutIds(items=items)))

    def save(self, call: Call) -> OperationResult:
        """Store the caller's choice."""
        choice: ShortcutChoice = call.body
        if errors := list(_errors(available(call.principal, self.navigation), choice.shortcuts.items)):
            raise ValidationFailed(errors)
        keep = None if choice.recently_used is None else choice.recently_used.items
        self.preferences.choose(call.principal.username, choice.shortcuts.items, keep)
        return OperationResult(ShortcutPreferences(shortcuts=choice.shortcuts))

    def visit(self, call: Call) -> OperationResult:
        """Record that the caller opened a page."""
        if call.body.id not in available(call.principal, self.navigation):
            raise ValidationFailed([FieldError("Page not found.", "id", "unknown_page")])
        self.preferences.visit(call.principal.username, call.body.id)
        return OperationResult(status=204)

    def operations(self) -> list[Operation]:
        """Return the operations."""
        preferences = f"{USER}/preferences/shortcuts"
        return [
            _operation("GET", f"{USER}/shortcuts", "List the available shortcuts", self.list_available, ShortcutGroups),
            _operation("GET", f"{USER}/shortcuts/default", "Read your shortcuts", self.default, ShortcutList),
            _operation("GET", preferences, "Your shortcuts", self.read, ShortcutPreferences),
            _operation(
                "PUT", preferences, "Choose your shortcuts", self.save, ShortcutPreferences, body=ShortcutChoice
            ),
            _operation(
                "POST", f"{USER}/shortcuts/recent", "Record a page that was opened", self.visit, body=Visit, status=204
            ),
        ]


def _errors(offered: Mapping[str, Shortcut], items: list[str]) -> Iterator[FieldError]:
    if not items:
        yield FieldError(AT_LEAST_ONE, "shortcuts.items", "no_shortcut")
    if len(items) > SLOTS:
        yield FieldError(
            message("Choose at most {slots} shortcuts.", slots=SLOTS), "shortcuts.items", "too_many_shortcuts"
        )
    seen = set[str]()
    for index, id_ in enumerate(items):
        path = f"shortcuts.items[{index}]"
        if id_ not in offered:
            yield FieldError("Page not found, or you do not have access to it.", path, "unknown_page")
        elif id_ in seen:
            yield FieldError("Choose each shortcut only once.", path, "repeated_shortcut")
        seen.add(id_)


def _operation(
    method: str,
    path: str,
    summary: str,
    run: Callable[[Call], OperationResult],
    answer: type[ConfigModel] | None = None,
    **rest: Any,
) -> Operation:
    is_read = method == "GET"
    return Operation(
        method=method,
        path=path,
        area=Area.OWN_SESSION,
        intent=Intent.READ if is_read else Intent.WRITE,
        summary=summary,
        run=run,
        tag=TAG,
        answer=answer,
        # A choice is not configuration: it neither waits for writers of revisions nor makes a revision.
        in_transaction=is_read,
        **rest,
    )
