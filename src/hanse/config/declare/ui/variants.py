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
    """A type of a resource's items, with its members in the order of the form."""

    id: str
    name: str
    description: str
    members: tuple[str, ...]
    # Differences from the model, by member.
    tweaks: Tweaks = field(default_factory=dict)
    # Other words by which the console's search finds items of this type.
    keywords: tuple[str, ...] = ()

    def widgets(self, model: type[ConfigModel]) -> tuple[Widget, ...]:
        """Return the form of this type."""
        names = frozenset(info.alias or name for name, info in model.model_fields.items())
        made = {widget.name: widget for widget in form_of(model, names - frozenset(self.members))}
        return tweaked(tuple(made[name] for name in self.members), self.tweaks)


@dataclass(frozen=True, kw_only=True)
class CreationForm:
    """A way to create an item other than sending it: a call below the collection with a body of its own."""

    path: str
    model: type[ConfigModel]
    # If there are several ways: the name and purpose of each.
    id: str = ""
    name: str = ""
    description: str = ""
    left_out: frozenset[str] = frozenset()
    tweaks: Tweaks = field(default_factory=dict)
    # Differences that depend on the values of fields that refresh the form.
    depending: Callable[[Mapping[str, Any]], Tweaks] = field(default=lambda _entered: {})
    sections: tuple[Section, ...] = ()

    def widgets(self, entered: Mapping[str, Any]) -> tuple[Widget, ...]:
        """Return the form for the input so far."""
        return tweaked(tweaked(form_of(self.model, self.left_out), self.tweaks), self.depending(entered))
