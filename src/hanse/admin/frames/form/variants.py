"""Forms that depend on what an item is of, and what items can be asked to do, where no plug-in declares it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hanse.admin.frames.form.presenting import Section
from hanse.admin.frames.form.widgets import Widget, form_of
from hanse.config.access import Principal
from hanse.config.fields import ConfigModel
from hanse.config.plugins.fields import Field
from hanse.config.view import View

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
    # Where there are several ways: what each is called and what it is for.
    id: str = ""
    name: str = ""
    description: str = ""
    left_out: frozenset[str] = frozenset()
    tweaks: Tweaks = field(default_factory=dict)
    # What is different by what was entered of the fields that the form is made anew for.
    depending: Callable[[Mapping[str, Any]], Tweaks] = field(default=lambda _entered: {})
    sections: tuple[Section, ...] = ()

    def widgets(self, entered: Mapping[str, Any]) -> tuple[Widget, ...]:
        """Return the form for what was entered so far."""
        return tweaked(tweaked(form_of(self.model, self.left_out), self.tweaks), self.depending(entered))


@dataclass(frozen=True, kw_only=True)
class Ask:
    """Something that an item can be asked to do: a call of the API at a path below the item's."""

    id: str
    name: str
    description: str
    path: str
    method: str = "POST"
    # What parameters are sent as; by default those of the contract's actions.
    body: Callable[[Mapping[str, str | None]], dict[str, Any]] = dict
    parameters: tuple[Field, ...] = ()
    # Whether a file is answered, so that the page stays.
    download: bool = False
    # What is said when the answer says nothing.
    done: str = ""
    # Does it by calls of its own, where it is none below the item's path, and returns what to say.
    run: Callable[[Any, str], str] | None = None
    # Whether it is offered, by what the item is to others and to who asks.
    offered: Callable[[View, str, Principal], bool] = field(default=lambda _view, _id, _who: True)

    @property
    def is_file(self) -> bool:
        """Whether it only reads a file, which is a link then, for auditors too."""
        return self.download and self.method == "GET"


def tweaked(widgets: tuple[Widget, ...], tweaks: Tweaks) -> tuple[Widget, ...]:
    """Return widgets with what is different from what their model says."""
    return tuple(replace(each, **tweaks.get(each.name, {})) for each in widgets)
