"""The parts of a process's applications, as data."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.routing import BaseRoute

from hanse.config.configuration import Configuration
from hanse.engine.figures.counters import EngineCounters
from hanse.kit.http.cross_origin import ApiOrigins
from hanse.kit.http.edge import DirectEndpoints
from hanse.kit.http.forwarded import ProxyFields
from hanse.kit.http.health import Check, State
from hanse.kit.spans import Spans

Job = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class AdminParts:
    """The parts of the admin application.

    `routes` are tried in their order, before the console answers the rest. `documents` are paths below the API that a
    browser may open as a page, without the anti-forgery header. `setup_link` is the one-time link of a server whose
    setup is not complete.
    """

    routes: Sequence[BaseRoute] = ()
    checks: Mapping[str, Check] = field(default_factory=dict)
    documents: frozenset[str] = frozenset()
    setup_link: str | None = None
    # The origins of pages that may call the admin API.
    allowed_origins: ApiOrigins = field(default_factory=ApiOrigins)
    # The ends of validity of certificates for the metrics, by kind and id.
    certificate_expiries: Callable[[], Mapping[tuple[str, ...], float]] = dict


def _ignore(_listener: Callable[[], None]) -> None:
    """Register nothing: a process without an engine has no configuration in use."""


@dataclass(frozen=True)
class EngineParts:
    """The parts of the engine application.

    `direct` answers most requests; `routes` are tried in their order for the others. `gauges` are measurements by name,
    each with its help text.
    """

    direct: DirectEndpoints | None = None
    routes: Sequence[BaseRoute] = ()
    checks: Mapping[str, Check] = field(default_factory=dict)
    states: Mapping[str, State] = field(default_factory=dict)
    # Checks that do not affect readiness: `ok` or `away` among the states.
    probes: Mapping[str, Check] = field(default_factory=dict)
    gauges: Mapping[str, tuple[str, Callable[[], float]]] = field(default_factory=dict)
    # Counts sign-ins and tokens, and measures requests.
    counters: EngineCounters | None = None
    # Records requests as spans of distributed traces.
    spans: Spans | None = None
    # The headers of trusted proxies at the moment.
    proxy_fields: Callable[[], ProxyFields] = ProxyFields
    # The lower-case name of the header with correlation ids, which may be empty.
    correlation_header: Callable[[], bytes] = bytes
    # The certificates to which those of clients must lead at the listener with mutual TLS, as PEM.
    accepted_certificates: Callable[[], str] = str
    # Registers a function that is called after each change of the configuration in use; it must not raise.
    after_change: Callable[[Callable[[], None]], None] = _ignore


@dataclass(frozen=True)
class Parts:
    """The parts of a process's applications; some processes have only one of the two."""

    admin: AdminParts = field(default_factory=AdminParts)
    engine: EngineParts = field(default_factory=EngineParts)
    # Background jobs besides the listeners.
    jobs: tuple[Job, ...] = ()
    # The configuration that names the TLS certificates of the listeners.
    configuration: Configuration | None = None
