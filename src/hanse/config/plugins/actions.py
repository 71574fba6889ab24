"""Actions of a plug-in's instances: declared by plug-ins, called through the API."""

from collections.abc import Callable
from dataclasses import dataclass

from hanse.config.declare.plugin_fields import Field


@dataclass(frozen=True)
class Download:
    """A file that an action returns."""

    content: bytes
    name: str
    type: str = "application/octet-stream"


# Performs the action on the object of an instance, with the parameters by name, and returns the result to show; raises
# ValueError to refuse. It runs outside every transaction and may take long: it may call other systems. An action that
# `sends_requests` also gets the server's HTTP clients (`plugins.contracts.data_stores.DataStoreServices`).
Run = Callable[..., str | Download]


@dataclass(frozen=True, kw_only=True)
class Action:
    """An action. Its id identifies it in calls and never changes; the name is for people."""

    id: str
    name: str
    description: str
    run: Run
    parameters: tuple[Field, ...] = ()
    # True if `run` has a third parameter for the server's HTTP clients, whose requests reach only permitted hosts.
    sends_requests: bool = False
    # For a download: name and type of the file that is returned instead of a message.
    download: bool = False
    file_name: str | None = None
    content_type: str | None = None
