"""Forms that depend on what an item is of, and what items can be asked to do, where no plug-in declares it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hanse.admin.frames.widgets import Widget, form_of
from hanse.config.fields import ConfigModel
from hanse.config.plugins.fields import Field

Tweaks = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One type of the items of a resource, with the members that it has, in the order of its form."""

    id: str
    name: str
    description: str
    members: tuple[str, ...]
    # What is different from what the model says, by member: attributes of `Widget`.
    tweaks: Tweaks = field(default_factory=dict)

    def widgets(self, model: type[ConfigModel]) -> tuple[Widget, ...]:
        """Return the form of this type."""
        names = frozenset(info.alias or name for name, info in model.model_fields.items())
        made = {widget.name: widget for widget in form_of(model, names - frozenset(self.members))}
        return tweaked(tuple(made[name] for name in self.members), self.tweaks)


@dataclass(frozen=True, kw_only=True)
class Adding:
    """How an item comes to be, where that is not by sending it: a call below the collection, with a body of its own."""

    path: str
    model: type[ConfigModel]
    left_out: frozenset[str] = frozenset()
    tweaks: Tweaks = field(default_factory=dict)

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """Return the form."""
        return tweaked(form_of(self.model, self.left_out), self.tweaks)


@dataclass(frozen=True, kw_only=True)
class Ask:
    """Something that an item can be asked to do: a call of the API at a path below the item's."""

    id: str
    name: str
    description: str
    path: str
    # A call with GET answers a file.
    method: str = "POST"
    # What parameters are sent as; by default those of the contract's actions.
    body: Callable[[Mapping[str, str | None]], dict[str, Any]] = dict
    parameters: tuple[Field, ...] = ()
    # What is said when the answer says nothing.
    done: str = ""


def tweaked(widgets: tuple[Widget, ...], tweaks: Tweaks) -> tuple[Widget, ...]:
    """Return widgets with what is different from what their model says."""
    return tuple(replace(each, **tweaks.get(each.name, {})) for each in widgets)
