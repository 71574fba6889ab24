"""The one chain that every log line takes."""

import logging
import logging.handlers
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, TextIO

import msgspec
import structlog

from hanse.ops.logging.redaction import redact

FILE_NAME = "server.log"
FILE_BYTES = 10 * 1024 * 1024
FILES_KEPT = 5
# Libraries that say at "info" what we say better, or nothing that an administrator can use.
QUIET = ("uvicorn.error", "uvicorn.asgi", "asyncio", "alembic", "sqlalchemy", "httpx", "httpcore")

EventDict = MutableMapping[str, Any]


def configure_logging(folder: Path, level: str, terminal: TextIO | None = None) -> None:
    """Send log lines to `folder`/server.log and to `terminal` (default: standard error). Raises OSError."""
    screen = sys.stderr if terminal is None else terminal
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    to_file = PrivateRotatingFile(folder / FILE_NAME, maxBytes=FILE_BYTES, backupCount=FILES_KEPT, encoding="utf-8")
    to_file.setFormatter(_formatter(structlog.processors.JSONRenderer(serializer=_to_json)))
    to_screen = logging.StreamHandler(screen)
    to_screen.setFormatter(_formatter(_screen_renderer(screen)))
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
        old.close()
    root.addHandler(to_file)
    root.addHandler(to_screen)
    root.setLevel(level.upper())
    for name in QUIET:
        logging.getLogger(name).setLevel("WARNING")
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


class PrivateRotatingFile(logging.handlers.RotatingFileHandler):
    """A rotated file that only its owner can read."""

    def _open(self) -> Any:
        opened = super()._open()
        Path(self.baseFilename).chmod(0o600)
        return opened


def _formatter(renderer: Any) -> structlog.stdlib.ProcessorFormatter:
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # A terminal gets tracebacks on lines of their own, from its renderer; JSON has them in a field. Either way the
    # text passes through the redaction.
    return structlog.stdlib.ProcessorFormatter(
        processors=[
            *shared,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            redact,
            renderer,
        ],
    )


def _screen_renderer(screen: TextIO) -> Any:
    if screen.isatty():
        return structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    return structlog.processors.JSONRenderer(serializer=_to_json)


def _to_json(event: EventDict, **_options: Any) -> str:
    return msgspec.json.encode(event, enc_hook=repr).decode()
