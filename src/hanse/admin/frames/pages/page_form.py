"""The interface of forms."""

from typing import Any, Protocol

from hanse.config.declare.ui.widgets import Widget
from hanse.config.transaction_view import TransactionView

Body = dict[str, Any]


class PageForm(Protocol):
    """A form: its widgets, and the translation between its values and bodies of the API."""

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """Return the form."""
        ...

    @property
    def type(self) -> str:
        """Return the plug-in of the instance; empty for all other forms."""
        ...

    def to_form(self, body: Body) -> Body:
        """Return the form values of a body of the API."""
        ...

    def completed(self, body: Body) -> Body:
        """Return what was entered, completed by the values that the server sets."""
        ...

    def to_api(self, body: Body) -> Body:
        """Return the body of the API for what was entered."""
        ...

    def form_path(self, path: str) -> str:
        """Return the path of the form field that shows a path of a body of the API."""
        ...

    def needs_other_fields(self, body: Body) -> bool:
        """Return whether a choice requires other fields, so that the form must be shown again before it is saved."""
        ...

    def updated(self, view: TransactionView, body: Body) -> Body:
        """Adapt the widgets to what was entered, and return the values that they show."""
        ...
