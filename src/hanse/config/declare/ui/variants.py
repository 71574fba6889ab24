"""Forms that depend on the type of an item, and on the way in which it is created."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.layout import Section
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.tweaks import Tweaks, tweaked
from hanse.config.declare.ui.widgets import Widget


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One type of the items of a resource, with the members that it has, in the order of its form."""

    id: str
    name: str
    description: str
    members: tuple[str, ...]
    # What is different from what the model says, by member.
    tweaks: Tweaks = field(default_factory=dict)

    def widgets(self, model: type[ConfigModel]) -> tuple[Widget, ...]:
        """Return the form of this type."""
        names = frozenset(info.alias or name for name, info in model.model_fields.items())
        made = {widget.name: widget for widget in form_of(model, names - frozenset(self.members))}
        return tweaked(tuple(made[name] for name in self.members), self.tweaks)


@dataclass(frozen=True, kw_only=True)
class CreationForm:
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
