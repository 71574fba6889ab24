"""The guided creation of an item together with what it needs, on a page of its own."""

from dataclasses import dataclass, field

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.widgets import Widget


@dataclass(frozen=True, kw_only=True)
class GuidedCreation:
    """A form that creates several items in one transaction.

    The operation at `path` creates them. The operation below it, `/preview`, answers the same without saving.
    """

    label: str
    description: str
    path: str
    model: type[ConfigModel]
    layout: FormLayout = field(default_factory=FormLayout)

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """Return the form."""
        return self.layout.applied(form_of(self.model))
