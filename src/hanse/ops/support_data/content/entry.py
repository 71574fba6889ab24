"""A file of the archive, and the sources of its content."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import Clock
from hanse.ops.support_data.settings import CollectionOptions


@dataclass(frozen=True)
class ArchiveEntry:
    """A file of the archive: its bytes are produced on demand."""

    name: str
    chunks: Iterable[bytes]
    modified: datetime | None = None


@dataclass(frozen=True)
class CollectionSources:
    """Sources of a node's data."""

    configuration: Configuration
    # The shared database of all nodes; an engine's configuration is a copy in a database of its own.
    shared: Database
    clock: Clock
    log_folder: Path
    # The options by name, as texts, and the process's environment.
    options: Mapping[str, str]
    environment: Mapping[str, str]
    # The nodes of the cluster as JSON objects; empty on a standalone server.
    nodes: Callable[[TransactionView], list[dict[str, Any]]]
    # The loop that answers requests, for its tasks and its delay.
    loop: asyncio.AbstractEventLoop


@dataclass(frozen=True)
class CollectionTask:
    """The collection in progress: its sources, its options, and a function that waits.

    `wait` takes seconds and raises if the node is stopping.
    """

    sources: CollectionSources
    options: CollectionOptions
    wait: Callable[[float], None]


Contribution = Callable[[CollectionTask], Iterator[ArchiveEntry]]


def document(name: str, value: Callable[[], Any]) -> ArchiveEntry:
    """Return an entry of one JSON value, produced on demand."""

    def chunks() -> Iterator[bytes]:
        yield msgspec.json.format(msgspec.json.encode(value(), enc_hook=str), indent=2) + b"\n"

    return ArchiveEntry(name, chunks())


def lines(values: Iterable[Any]) -> Iterator[bytes]:
    """Yield values as lines of JSON."""
    for value in values:
        yield msgspec.json.encode(value, enc_hook=str) + b"\n"
