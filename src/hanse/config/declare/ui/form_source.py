"""A source outside of the console from which the form of a new item is filled in, such as a partner's metadata."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.tweaks import Tweaks, tweaked
from hanse.config.declare.ui.widgets import Widget


@dataclass(frozen=True, kw_only=True)
class FormSource:
    """A part of the form of a new item, above its fields, with a button that fills in the fields. Nothing is saved."""

    label: str
    help: str
    button: str
    # The message after the form was filled in.
    done: str
    # The operation that receives the entered values, and returns the item in the member `member` of its answer.
    path: str
    model: type[ConfigModel]
    member: str
    # Members of the operation's body that the form does not show, and their values.
    constants: Mapping[str, str] = field(default_factory=dict)
    tweaks: Tweaks = field(default_factory=dict)
    # Returns the facts of an answer that the page shows, as texts by their labels.
    shows: Callable[[Any], Mapping[str, str]] = field(default=lambda _answer: {})

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """Return the fields."""
        return tweaked(form_of(self.model, frozenset(self.constants)), self.tweaks)
