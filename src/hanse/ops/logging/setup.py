"""The processing chain of all log lines."""

import logging
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, TextIO

import msgspec
import structlog

from hanse.kit.http.request_log import CORRELATION_ID, REQUEST_ID
from hanse.kit.log_health import LogHealth
from hanse.ops.logging.files import open_log
from hanse.ops.logging.redaction import redact
from hanse.ops.logging.writer import LogWriter

# Libraries whose "info" lines duplicate the server's own, or are of no use to administrators.
QUIET = ("uvicorn.error", "uvicorn.asgi", "asyncio", "alembic", "sqlalchemy", "httpx", "httpcore")

EventDict = MutableMapping[str, Any]


def configure_logging(
    folder: Path, level: str, terminal: TextIO | None = None, *, health: LogHealth | None = None
) -> LogWriter:
    """Send log lines to `folder`/server.log and to `terminal` (default: standard error). Raises OSError.

    `health` shows other processes whether the log can be written.
    """
    writer = LogWriter(open_log(folder, sys.stderr if terminal is None else terminal), health=health)
    write_with(writer, level)
    return writer


def write_with(writer: LogWriter, level: str) -> None:
    """Send log lines to a writer from now on, and nowhere else."""
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
        old.close()
    root.addHandler(WriterHandler(writer))
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
    """Send warnings to standard error, for commands without a log of their own; an existing log stays."""
    if structlog.is_configured():
        return
    structlog.configure(
        processors=[structlog.processors.add_log_level, redact, structlog.processors.LogfmtRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger("WARNING"),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )


class WriterHandler(logging.Handler):
    """Turns records into lines, in the context in which they are logged, and passes them to a writer."""

    def __init__(self, writer: LogWriter) -> None:
        super().__init__()
        self._writer = writer
        self.setFormatter(_formatter())

    def emit(self, record: logging.LogRecord) -> None:
        """Take one record."""
        try:
            line = self.format(record).encode() + b"\n"
        except Exception:  # noqa: BLE001 - as logging's own handlers: what cannot be formatted must not fail the caller.
            self.handleError(record)
        else:
            self._writer.log_text(line, now=record.levelno >= logging.ERROR)

    def close(self) -> None:
        """Write waiting lines, and release the log."""
        self._writer.close()
        self._writer.sink.close()
        super().close()


def _formatter() -> structlog.stdlib.ProcessorFormatter:
    # Tracebacks pass through the redaction, too.
    return structlog.stdlib.ProcessorFormatter(
        processors=[
            structlog.contextvars.merge_contextvars,
            _add_request_ids,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            redact,
            structlog.processors.JSONRenderer(serializer=_to_json),
        ],
    )


def _add_request_ids(_logger: Any, _method: str, event: EventDict) -> EventDict:
    identifier = REQUEST_ID.get()
    if identifier:
        event.setdefault("request_id", identifier)
    correlation = CORRELATION_ID.get()
    if correlation:
        event.setdefault("correlation_id", correlation)
    return event


def _to_json(event: EventDict, **_options: Any) -> str:
    return msgspec.json.encode(event, enc_hook=_as_text).decode()


def _as_text(value: object) -> str:
    """Return a text for a value that JSON has no type for, such as a message."""
    return str(value) if isinstance(value, str) else repr(value)
