"""The process: its options, its threads and tasks, and what each of them executes."""

import asyncio
import concurrent.futures
import gc
import io
import platform
import re
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import metadata
from typing import Any

from hanse.kit.product import VERSION
from hanse.ops.logging.redaction import clean
from hanse.ops.support_data.content.entry import ArchiveEntry, CollectionTask, document

# A closed list: environment variables of other programs may contain secrets.
VARIABLES = ("LANG", "LANGUAGE", "PATH", "SSL_CERT_DIR", "SSL_CERT_FILE", "TZ", "http_proxy", "https_proxy", "no_proxy")
PROXIES = frozenset(name.upper() for name in VARIABLES if name.endswith("_proxy"))
PREFIXES = ("HANSE_", "LC_", "PYTHON")
LOOP_SECONDS = 2.0
MOST_TYPES = 200
_QUERY = re.compile(r"(?<=://)(?P<before>[^?\s]*)\?\S+")


def version(task: CollectionTask) -> Iterator[ArchiveEntry]:
    """Yield the versions of the product, Python and the libraries, and facts about the machine."""
    yield document("version.json", _version)
    yield document("environment.json", lambda: variables(task.sources.environment))
    yield document("options.json", lambda: {name: shown(name, text) for name, text in task.sources.options.items()})


def stacks(task: CollectionTask) -> Iterator[ArchiveEntry]:
    """Yield the stacks of the threads and of the event loop's tasks, without the values of their variables."""
    yield ArchiveEntry("threads.txt", _threads())
    yield ArchiveEntry("tasks.txt", _tasks(task.sources.loop))
    if task.options.collect_expensive_data:
        yield document("objects.json", _objects)


def variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the listed variables; those with names of secrets have no value."""
    listed = (
        name
        for name in sorted(environment)
        if name.startswith(PREFIXES) or name in VARIABLES or name.upper() in PROXIES
    )
    return {name: shown(name, environment[name]) for name in listed}


def shown(name: str, text: str) -> str:
    """Return a setting that may leave the server; the query of an address is removed, as it may contain a password."""
    return _QUERY.sub(r"\g<before>?[redacted]", str(clean(name, text)))


def _version() -> dict[str, Any]:
    packages = {each.metadata["Name"]: each.version for each in metadata.distributions()}
    return {
        "product": "Hanse",
        "version": VERSION,
        "python": sys.version,
        "implementation": platform.python_implementation(),
        "platform": platform.platform(),
        "machine": platform.machine(),
        "packages": dict(sorted(packages.items())),
    }


def _threads() -> Iterator[bytes]:
    threads = {thread.ident: thread for thread in threading.enumerate()}
    for identifier, frame in sys._current_frames().items():  # noqa: SLF001 - the documented way to see all threads.
        thread = threads.get(identifier)
        name = "unknown to Python" if thread is None else f"{thread.name}{' (daemon)' if thread.daemon else ''}"
        yield f"Thread {identifier}: {name}\n{''.join(traceback.format_stack(frame))}\n".encode()


def _tasks(loop: asyncio.AbstractEventLoop) -> Iterator[bytes]:
    future = asyncio.run_coroutine_threadsafe(_describe_tasks(), loop)
    try:
        yield from future.result(LOOP_SECONDS)
    except concurrent.futures.TimeoutError:
        future.cancel()
        text = f"The event loop did not respond within {LOOP_SECONDS} seconds; threads.txt shows what it executes.\n"
        yield text.encode()


async def _describe_tasks() -> list[bytes]:
    described = []
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        text = io.StringIO()
        task.print_stack(file=text)
        described.append(f"{text.getvalue()}\n".encode())
    return described


def _objects() -> dict[str, int]:
    """Return the number of objects of each type; counting them takes a moment."""
    counts = Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in gc.get_objects())
    return dict(counts.most_common(MOST_TYPES))
