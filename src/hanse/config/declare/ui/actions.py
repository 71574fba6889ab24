"""Actions of items other than saving and deleting, if no plug-in declares them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from hanse.config.declare.access import Principal
from hanse.config.declare.handles import Handle
from hanse.config.declare.plugin_fields import Field
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument


class SettingsCalls(Protocol):
    """Reads and saves settings through the API, as the administrator who pressed a button."""

    def read_settings(self, resource: Handle[Any]) -> StoredDocument:
        """Return the settings of a resource."""

    def save_settings(self, resource: Handle[Any], stored: StoredDocument) -> None:
        """Save the settings unless somebody has changed them since they were read."""


@dataclass(frozen=True, kw_only=True)
class ItemAction:
    """A button on the page of an item: a call of the API at a path below the item's."""

    id: str
    name: str
    description: str
    path: str
    method: str = "POST"
    # Builds the body of the call from the parameters; by default an object with their values by name.
    body: Callable[[Mapping[str, str | None]], dict[str, Any]] = dict
    parameters: tuple[Field, ...] = ()
    # Returns the parameters for one item, with defaults from the item.
    parameters_for: Callable[[View, str], tuple[Field, ...]] | None = None
    # True if the answer is a file, so that the page stays.
    download: bool = False
    # The message after the call if its answer has none.
    done: str = ""
    # Returns the facts of an answer that the page shows, as texts by their labels.
    shows: Callable[[Any], Mapping[str, str]] = field(default=lambda _answer: {})
    # Does the work by saving settings instead of one call, and returns the message.
    run: Callable[[SettingsCalls, str], str] | None = None
    # Returns true if the button is offered for an item to a caller.
    offered: Callable[[View, str, Principal], bool] = field(default=lambda _view, _id, _who: True)

    @property
    def is_file(self) -> bool:
        """Return whether it only downloads a file; it is then a link, for auditors too."""
        return self.download and self.method == "GET"


def file_download(id_: str, name: str, description: str, path: str) -> ItemAction:
    """Return the action that downloads a file by a GET request."""
    return ItemAction(id=id_, name=name, description=description, path=path, method="GET", download=True)
