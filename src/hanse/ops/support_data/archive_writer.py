"""Writes one archive of a node's data: through the ZIP writer, in chunks, into the database.

Imported at the first job: the ZIP writer needs a cryptographic library, and most servers never collect.
"""

import stat
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import structlog
from stream_zip import ZIP_64, Method, stream_zip

from hanse.config.declare.validation import to_body
from hanse.kit.clock import to_text
from hanse.kit.randomness import Randomness
from hanse.ops.logging.redaction import clean
from hanse.ops.support_data.content.configuration import configuration
from hanse.ops.support_data.content.database import database
from hanse.ops.support_data.content.entry import ArchiveEntry, CollectionTask, Contribution, document
from hanse.ops.support_data.content.logs import logs
from hanse.ops.support_data.content.process import stacks, version
from hanse.ops.support_data.content.samples import samples
from hanse.ops.support_data.jobs import Job, Jobs

LOG = structlog.stdlib.get_logger("hanse.support")
CHUNK_BYTES = 1024 * 1024
MOST_BYTES = 2 * 1024**3
COMPRESSION = 6
MODE = stat.S_IFREG | 0o600
# First the data that would change while the rest is collected.
STEPS: tuple[tuple[str, Contribution], ...] = (
    ("Threads and tasks", stacks),
    ("Version and environment", version),
    ("Database and cluster", database),
    ("Configuration", configuration),
    ("Log files", logs),
    ("Heartbeats and system reports", samples),
)
Member = tuple[str, datetime, int, Method, Iterable[bytes]]


class NodeStopping(Exception):
    """The node is stopping."""


class ArchiveTooLarge(Exception):
    """The archive would exceed the limit for the database."""


@dataclass
class ArchiveWriter:
    """An archive that is being written. `begin` is called with each step."""

    job: Job
    task: CollectionTask
    begin: Callable[[str], None]
    problems: list[dict[str, str]] = field(default_factory=list)

    def members(self) -> Iterator[Member]:
        """Yield the archive's files in their order; failures are listed in the last one."""
        yield self._member(document("about.json", self._about))
        for step, contribution in STEPS:
            self.begin(step)
            for entry in self._guarded(step, contribution(self.task)):
                yield self._member(entry)
        yield self._member(document("problems.json", lambda: self.problems))

    def _member(self, entry: ArchiveEntry) -> Member:
        modified = entry.modified or self.task.sources.clock.now()
        return entry.name, modified, MODE, ZIP_64, self._guarded(entry.name, entry.chunks)

    def _guarded(self, name: str, items: Iterable[Any]) -> Iterator[Any]:
        try:
            yield from items
        except NodeStopping:
            raise
        except Exception as error:  # noqa: BLE001 - the other parts are collected nevertheless.
            LOG.warning("not in the support data", name=name, reason=repr(error))
            self.problems.append({"name": name, "problem": str(clean("", f"{type(error).__name__}: {error}"))})

    def _about(self) -> dict[str, Any]:
        job = self.job
        return {
            "node": {"index": job.node_index, "role": job.role, "address": job.address},
            "requestedBy": job.actor,
            "requested": to_text(job.requested),
            "comment": job.options.comment,
            "settings": to_body(job.options),
        }


def make_archive(job: Job, jobs: Jobs, task: CollectionTask, randomness: Randomness) -> str:
    """Create a job's archive and return its file name; raises JobLost, NodeStopping or ArchiveTooLarge."""

    def begin(step: str) -> None:
        jobs.renew(job, step)

    gathering = ArchiveWriter(job, task, begin)
    pieces = stream_zip(
        gathering.members(),
        password=job.passphrase,
        get_compressobj=_compressor,
        get_crypto_random=randomness.token_bytes,
    )
    for number, chunk in enumerate(chunks(pieces)):
        task.wait(0)
        if (number + 1) * CHUNK_BYTES > MOST_BYTES:
            raise ArchiveTooLarge
        jobs.append(job, number, chunk)
    stamp = job.requested.strftime("%Y%m%dT%H%M%SZ")
    file_name = f"hanse-support-data-node-{job.node_index}-{stamp}.zip"
    jobs.complete(job, file_name)
    return file_name


def _compressor() -> Any:
    # Level 9, the library's default, takes half as much time again and saves one percent.
    return zlib.compressobj(COMPRESSION, zlib.DEFLATED, -zlib.MAX_WBITS)


def chunks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the same bytes in chunks of a suitable size for a row."""
    buffer = bytearray()
    for piece in pieces:
        buffer += piece
        if len(buffer) >= CHUNK_BYTES:
            yield bytes(buffer)
            buffer.clear()
    if buffer:
        yield bytes(buffer)
