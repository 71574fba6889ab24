"""Captures every log event, at all levels and before secrets are removed."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import structlog


@contextmanager
def log_lines() -> Iterator[StringIO]:
    """Yield a buffer that collects the lines logged within the block."""
    before, is_configured, lines = structlog.get_config(), structlog.is_configured(), StringIO()
    structlog.reset_defaults()
    structlog.configure(
        processors=[structlog.processors.format_exc_info, structlog.processors.KeyValueRenderer()],
        logger_factory=structlog.PrintLoggerFactory(lines),
        cache_logger_on_first_use=False,
    )
    try:
        yield lines
    finally:
        structlog.reset_defaults()
        if is_configured:
            structlog.configure(**before)
