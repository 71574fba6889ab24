"""The engine listener's application: protocol endpoints, health and the heartbeat."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from hanse.app.application_parts import EngineParts
from hanse.app.core import Core
from hanse.config.commit_watch import watch
from hanse.config.transaction_view import TransactionView
from hanse.engine.accepted_certificates import AcceptedCertificates
from hanse.engine.audit_log import audit_check
from hanse.engine.endpoints import declared_endpoints, protocol_endpoints
from hanse.engine.figures.durations import RequestDurations
from hanse.engine.figures.engine_metrics import ENGINE_METRICS
from hanse.engine.http.correlation import CORRELATION_HEADER
from hanse.engine.http.dispatch import EndpointDispatcher
from hanse.engine.http.errors import EngineErrors
from hanse.engine.http.incoming_proxy import NO_FIELDS, PROXY_FIELDS
from hanse.engine.http.published_endpoints import PUBLISHED_ENDPOINTS
from hanse.engine.http.request import Request
from hanse.engine.http.security_headers import engine_headers
from hanse.engine.keys.dynamic_keys import DynamicKeys
from hanse.engine.oidc.metadata import IssuerMetadata
from hanse.engine.services import Services
from hanse.engine.snapshot.builder import Builder, names_of
from hanse.engine.snapshot.follower import Follower
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.trace.recording import recorder
from hanse.kit.endpoint_descriptions import Address, EndpointDescription, EndpointKind
from hanse.kit.errors import MethodNotAllowed
from hanse.kit.http.edge import DirectEndpoints, Edge, EdgeSettings, application
from hanse.kit.http.forwarded import IncomingProxy, ProxyFields
from hanse.kit.http.headers import StaticHeaders
from hanse.kit.http.health import Health, health_routes
from hanse.kit.http.recorded_requests import CLIENT_ID_KEY, RecordedRequests
from hanse.kit.http.request_log import Observer, Observers, RequestLog, log_at_once
from hanse.kit.log_health import LogHealth
from hanse.kit.options import Options
from hanse.kit.randomness import Randomness
from hanse.ops.metrics import Metrics
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS


def new_builder(core: Core, dynamic_keys: DynamicKeys) -> Builder:
    """Return the builder of an engine's snapshots."""
    metadata = IssuerMetadata(declared_endpoints(), core.mutual_tls_port)
    return Builder(core.configuration, dynamic_keys, core.environment.clock, metadata)


class RefreshingSource:
    """Builds snapshots beside an administration process, which may change encryption keys and the license."""

    def __init__(self, core: Core, builder: Builder) -> None:
        self._core = core
        self._builder = builder
        self.read = builder.read
        self.is_current = builder.is_current

    def build(self, previous: Snapshot) -> Snapshot:
        """Return a snapshot of the saved configuration."""
        with self._core.configuration.reading() as view:
            self._core.keyring.refresh(view.connection)
            self._core.license.current(view)
        return self._builder.build(previous)


def follow(core: Core, cleanup: ExitStack, *, administers: bool = True) -> Follower:
    """Follow a configuration until `cleanup`, and return the holder of the current snapshot.

    `administers` is true for the process that changes it.
    """
    configuration, clock = core.configuration, core.environment.clock
    dynamic_keys = DynamicKeys(configuration.database, core.keyring, clock, core.environment.randomness)
    builder = new_builder(core, dynamic_keys)
    source = builder if administers else RefreshingSource(core, builder)
    follower = Follower(source, watch(configuration.database))
    configuration.after_commit(follower.saved)
    follower.start()
    cleanup.callback(follower.close)
    return follower


def engine_parts(core: Core, follower: Follower, services: Services) -> EngineParts:
    """Return the parts of an engine that follows a configuration."""
    return EngineParts(
        direct=dispatcher(services, core.environment.log_health),
        checks={
            "database": core.configuration.database.ping,
            "configuration": follower.check,
            "runtimeState": services.state.ping,
        },
        states={"configuration": follower.state},
        gauges={**gauges_of(follower), **trace_gauges(services)},
        counters=services.counters,
        spans=services.spans,
        proxy_fields=partial(proxy_fields, follower),
        correlation_header=partial(correlation_header, follower),
        accepted_certificates=accepted_certificates(follower),
        after_change=after_change(follower),
    )


def dispatcher(services: Services, log: LogHealth) -> EndpointDispatcher:
    """Return the protocol endpoints, whose requests are counted and traced, and need a log if it is required."""
    recorders = (services.counters.add_sign_in, recorder(services))
    finished = None if services.spans is None else _name_client
    return EndpointDispatcher(services.snapshot, protocol_endpoints(services), recorders, finished, audit_check(log))


def _name_client(request: Request) -> None:
    """Keep the client of a request for its span."""
    request.scope[CLIENT_ID_KEY] = request.trace.client_id


def accepted_certificates(follower: Follower) -> Callable[[], str]:
    """Return what collects the certificates that clients' certificates must lead to."""
    accepted = AcceptedCertificates()
    return lambda: accepted.of(follower.snapshot)


def after_change(follower: Follower) -> Callable[[Callable[[], None]], None]:
    """Return what registers functions that are called with each new snapshot."""
    return lambda listener: follower.after_swap(lambda _snapshot: listener())


def proxy_fields(follower: Follower) -> ProxyFields:
    """Return the headers of trusted proxies, as the configuration in use has them."""
    fields: ProxyFields = follower.snapshot.parts.get(PROXY_FIELDS.name, NO_FIELDS)
    return fields


def correlation_header(follower: Follower) -> bytes:
    """Return the name of the header with correlation ids, as the configuration in use has it."""
    name: bytes = follower.snapshot.parts.get(CORRELATION_HEADER.name, b"")
    return name


def gauges_of(follower: Follower) -> Mapping[str, tuple[str, Callable[[], float]]]:
    """Return the metrics of a followed configuration."""
    return {
        "hanse_engine_revision": (
            "Revision of the configuration in use.",
            lambda: follower.snapshot.version.revision,
        ),
        "hanse_engine_configuration_failures": (
            "Failed attempts to apply a configuration since the start.",
            lambda: follower.failures,
        ),
    }


def trace_gauges(services: Services) -> Mapping[str, tuple[str, Callable[[], float]]]:
    """Return the metrics of the sign-in trace."""
    return {
        "hanse_engine_dropped_traces": (
            "Parts of sign-in traces that were not recorded because of high load, since the start.",
            lambda: services.traces.dropped,
        )
    }


HEARTBEAT = EndpointDescription(
    "Heartbeat",
    "{origin}/pf/heartbeat.ping",
    "Answers OK while the engine runs; for load balancers in front of it.",
    frozenset({EndpointKind.IDP_APPLICATION, EndpointKind.SP_APPLICATION}),
    of_issuer=False,
)
# The engine's endpoints for administrators: those with a title.
ENDPOINTS = (
    HEARTBEAT,
    *PUBLISHED_ENDPOINTS,
    *(
        EndpointDescription(each.title, f"{{origin}}{{path}}{each.path}", each.description, each.kinds)
        for each in declared_endpoints()
        if each.title
    ),
)


def addresses(view: TransactionView) -> list[Address]:
    """Return the issuer addresses of the engine; the one under the base URL first, if there is one."""
    base_url_first = sorted(names_of(view), key=lambda name: name.virtual_issuer is not None)
    federation = view.singleton(SERVER_SETTINGS).federation_info
    has_base_url = federation is not None and federation.base_url is not None
    found: dict[str, Address] = {}
    for number, name in enumerate(base_url_first):
        parts = urlsplit(name.identifier)
        is_virtual = number > 0 or not has_base_url
        found.setdefault(
            name.identifier, Address(f"{parts.scheme}://{parts.netloc}", parts.path, is_virtual=is_virtual)
        )
    return list(found.values())


class Heartbeat:
    """Answers `OK` at the heartbeat path that load balancers expect of such servers."""

    path_format = "/pf/heartbeat.ping"

    def __init__(self, others: DirectEndpoints | None) -> None:
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Answer one request, or return False."""
        if self._others is not None and await self._others(scope, receive, send):
            return True
        if scope["path"] != self.path_format:
            return False
        scope["route"] = self
        if scope["method"] not in {"GET", "HEAD"}:
            refusal = MethodNotAllowed("This address is read-only.")
            refusal.headers = {"Allow": "GET, HEAD"}
            raise refusal
        await send({"type": "http.response.start", "status": 200, "headers": _OK_HEADERS})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else b"OK"})
        return True


_OK_HEADERS = StaticHeaders(((b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"2")))


def build_engine_app(
    parts: EngineParts, options: Options, randomness: Randomness, metrics: Metrics, log: RequestLog = log_at_once
) -> ASGIApp:
    """Return the application behind its edge."""
    health = Health(metrics.render, options.metrics_clients, parts.checks, parts.states, parts.probes)
    for name, (help_text, read) in parts.gauges.items():
        metrics.watch(name, help_text, read)
    observers: list[Observer] = [metrics.listener("engine")]
    if parts.counters is not None:
        observers.append(RequestDurations(parts.counters))
        for kind, metric in ENGINE_METRICS.items():
            metrics.count(metric, partial(parts.counters.by_label, kind))
    errors = EngineErrors()
    routes = [*health_routes(health), *parts.routes]
    edge = Edge(
        application(routes, errors=errors),
        EdgeSettings(
            listener="engine",
            tls=options.tls,
            randomness=randomness,
            observer=Observers(observers),
            headers=engine_headers(tls=options.tls),
            errors=errors,
            log=log,
            correlation_header=parts.correlation_header,
        ),
        Heartbeat(parts.direct),
    )
    app: ASGIApp = edge
    if options.trusted_proxies:
        app = IncomingProxy(app, options.trusted_proxies, parts.proxy_fields)
    # The outermost one, because it recognizes proxies by the address of their connection.
    return app if parts.spans is None else RecordedRequests(app, parts.spans, options.trusted_proxies)
