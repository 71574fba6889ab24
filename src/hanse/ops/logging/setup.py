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

_MADE = "hanse_line"

EventDict = MutableMapping[str, Any]


def configure_logging(folder: Path, level: str, terminal: TextIO | None = None) -> None:
    """Send log lines to `folder`/server.log and to `terminal` (default: standard error). Raises OSError."""
    screen = sys.stderr if terminal is None else terminal
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    to_file = PrivateRotatingFile(folder / FILE_NAME, maxBytes=FILE_BYTES, backupCount=FILES_KEPT, encoding="utf-8")
    as_json = _formatter(structlog.processors.JSONRenderer(serializer=_to_json))
    to_file.setFormatter(as_json)
    to_screen = logging.StreamHandler(screen)
    # A terminal gets tracebacks on lines of their own, from its renderer.
    to_screen.setFormatter(_formatter(_terminal_renderer()) if screen.isatty() else as_json)
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


def configure_terminal() -> None:
    """Send warnings to standard error, for commands that have no log of their own; a log that there is stays."""
    if structlog.is_configured():
        return
    structlog.configure(
        processors=[structlog.processors.add_log_level, redact, structlog.processors.LogfmtRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger("WARNING"),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )


class PrivateRotatingFile(logging.handlers.RotatingFileHandler):
    """A rotated file that only its owner can read."""

    def _open(self) -> Any:
        opened = super()._open()
        Path(self.baseFilename).chmod(0o600)
        return opened


class OnceFormatter(structlog.stdlib.ProcessorFormatter):
    """Makes the line of a record once: the file, its rotation and the screen each ask for it.

    A line is most of what a small request costs.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, made now or before."""
        maker, line = record.__dict__.get(_MADE, (None, ""))
        if maker is not self:
            line = super().format(record)
            record.__dict__[_MADE] = (self, line)
        return str(line)


def _formatter(renderer: Any) -> OnceFormatter:
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # On either way, and a traceback too, the text passes through the redaction.
    return OnceFormatter(
        processors=[
            *shared,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            redact,
            renderer,
        ],
    )


def _terminal_renderer() -> Any:
    return structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)


def _to_json(event: EventDict, **_options: Any) -> str:
    return msgspec.json.encode(event, enc_hook=repr).decode()
