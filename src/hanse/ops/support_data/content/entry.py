"""One file of the archive, and what its content is made from."""

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
    """A file of the archive: its bytes are made when they are asked for."""

    name: str
    chunks: Iterable[bytes]
    modified: datetime | None = None


@dataclass(frozen=True)
class CollectionSources:
    """Sources of a node's data."""

    configuration: Configuration
    # The database that all nodes share; an engine's configuration is a copy in a database of its own.
    shared: Database
    clock: Clock
    log_folder: Path
    # The options by name, as texts, and the process's environment.
    options: Mapping[str, str]
    environment: Mapping[str, str]
    # The nodes of the cluster as JSON objects; none when the server stands alone.
    nodes: Callable[[TransactionView], list[dict[str, Any]]]
    # The loop that answers requests, for its tasks and its lag.
    loop: asyncio.AbstractEventLoop


@dataclass(frozen=True)
class CollectionTask:
    """What is collected at this time: from where, how much, and how to wait in between.

    `wait` takes seconds and raises when the node is to stop.
    """

    sources: CollectionSources
    options: CollectionOptions
    wait: Callable[[float], None]


Contribution = Callable[[CollectionTask], Iterator[ArchiveEntry]]


def document(name: str, value: Callable[[], Any]) -> ArchiveEntry:
    """Return an entry of one JSON value, made when its turn comes."""

    def chunks() -> Iterator[bytes]:
        yield msgspec.json.format(msgspec.json.encode(value(), enc_hook=str), indent=2) + b"\n"

    return ArchiveEntry(name, chunks())


def lines(values: Iterable[Any]) -> Iterator[bytes]:
    """Yield values as lines of JSON."""
    for value in values:
        yield msgspec.json.encode(value, enc_hook=str) + b"\n"
