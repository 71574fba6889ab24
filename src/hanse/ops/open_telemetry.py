"""Sends spans to a receiver of the OpenTelemetry protocol (OTLP over HTTP), from a thread of its own.

This module is imported only if an option names a receiver, because its libraries are an optional part of the
installation, and take a second to import. Their own environment variables set what has no option here, for example
`OTEL_TRACES_SAMPLER` and `OTEL_EXPORTER_OTLP_HEADERS`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span as RecordedSpan
from opentelemetry.trace import SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from hanse.kit.product import VERSION
from hanse.kit.spans import AttributeValue, Span

_NAME: Final = "hanse"
_PATH: Final = "/v1/traces"


class OpenTelemetrySpans:
    """Creates and sends spans; implements `kit.spans.Spans`."""

    def __init__(self, endpoint: str, mode: str) -> None:
        """`endpoint` is the receiver's URL."""
        resource = Resource.create({"service.name": _NAME, "service.version": VERSION, "hanse.mode": mode})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=receiver_of(endpoint))))
        self._tracer = self._provider.get_tracer(_NAME, VERSION)

    def close(self) -> None:
        """Send the spans that are waiting, and end the thread."""
        self._provider.shutdown()

    @contextmanager
    def serve(self, name: str, parent: Mapping[str, str]) -> Iterator[Span]:
        """Begin the span of a request that this server answers."""
        # An empty context: the connection's task may have served another request before.
        context = TraceContextTextMapPropagator().extract(parent, Context())
        with self._tracer.start_as_current_span(
            name, context, SpanKind.SERVER, record_exception=False, set_status_on_exception=False
        ) as made:
            yield _Recorded(made)

    @contextmanager
    def call(self, name: str, attributes: Mapping[str, AttributeValue]) -> Iterator[Span]:
        """Begin the span of a call to another system."""
        # Texts of exceptions are not recorded: they can contain what a user entered.
        with self._tracer.start_as_current_span(
            name, kind=SpanKind.CLIENT, attributes=attributes, record_exception=False, set_status_on_exception=False
        ) as made:
            span = _Recorded(made)
            try:
                yield span
            except BaseException as error:
                span.fail(type(error).__name__)
                raise


class _Recorded:
    """A span of the library; implements `kit.spans.Span`."""

    def __init__(self, span: RecordedSpan) -> None:
        self._span = span

    def rename(self, name: str) -> None:
        """Replace the name."""
        self._span.update_name(name)

    def describe(self, attributes: Mapping[str, AttributeValue]) -> None:
        """Add attributes."""
        self._span.set_attributes(attributes)

    def fail(self, reason: str) -> None:
        """Mark the span as failed."""
        self._span.set_attribute("error.type", reason)
        self._span.set_status(StatusCode.ERROR)


def receiver_of(endpoint: str) -> str:
    """Return the URL that spans are sent to: the usual path is added to an address without one."""
    return endpoint if urlsplit(endpoint).path.strip("/") else endpoint.rstrip("/") + _PATH
