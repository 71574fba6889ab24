"""The parts of the snapshot that hold configuration as its models.

Areas of the engine that need a compiled form declare a compiler of their own beside the code that uses it; all are
listed in `all_compilers`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import structlog

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.resource import Resource
from hanse.config.declare.validation import parse_stored
from hanse.config.list_query import ListQuery
from hanse.config.plugins.kind import PluginKind
from hanse.config.plugins.model import PluginInstance
from hanse.config.transaction_view import TransactionView
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.kit.errors import MalformedRequest, NotFound, Unavailable, ValidationFailed
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_KIND, MANAGER_SETTINGS
from hanse.resources.applications.ciba.authenticators import AUTHENTICATOR_KIND
from hanse.resources.applications.ciba.request_policies import CIBA_SETTINGS, REQUEST_POLICIES
from hanse.resources.applications.clients import CLIENT_SETTINGS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from hanse.resources.applications.registration_policies.resource import REGISTRATION_POLICY_KIND
from hanse.resources.authentication.adapters.resource import ADAPTER_KIND
from hanse.resources.authentication.grant_mappings import (
    ADAPTER_GRANT_MAPPINGS,
    CONTRACT_GRANT_MAPPINGS,
    CREDENTIALS_GRANT_MAPPINGS,
)
from hanse.resources.authentication.policies.fragments import FRAGMENT_RESOURCE
from hanse.resources.authentication.policies.resource import POLICIES, POLICY_DEFAULTS, POLICY_SETTINGS
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.authentication.selectors.resource import SELECTOR_KIND
from hanse.resources.authentication.session_quotas import SESSION_QUOTAS
from hanse.resources.authentication.sessions import APPLICATION_SESSIONS, AUTHENTICATION_SESSIONS, SESSION_SETTINGS
from hanse.resources.authentication.sign_in_traces.settings import SIGN_IN_TRACE_SETTINGS
from hanse.resources.authentication.source_sessions import SOURCE_SESSIONS
from hanse.resources.federation.default_urls import IDP_DEFAULT_URLS, SP_DEFAULT_URLS
from hanse.resources.federation.idp_discovery import IDP_DISCOVERY
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.resources.security.system_keys import SYSTEM_KEYS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.resources.system.authorization_server import SETTINGS as AUTHORIZATION_SERVER
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES
from hanse.resources.system.log_settings.resource import LOG_SETTINGS
from hanse.resources.system.log_settings.verbose_categories import Verbose, verbose_of
from hanse.resources.system.password_validators.resource import VALIDATOR_KIND
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS

LOG = structlog.stdlib.get_logger("hanse.engine")
M = TypeVar("M", bound=ConfigModel)
T = TypeVar("T")


# Errors of reading a document that this version does not understand.
UNREADABLE = (ValidationFailed, MalformedRequest)


def not_usable(resource: Resource[Any], id_: str, error: Exception) -> None:
    """Log that a document does not take effect."""
    LOG.error("document not usable", kind=resource.kind, id=id_, reason=str(error))


def readable(view: TransactionView, resource: Resource[M]) -> Iterator[tuple[str, M]]:
    """Yield ids and models of a small collection in its order, without unreadable ones."""
    for stored in view.list(resource, ListQuery()).items:
        model = readable_document(resource, stored.id, stored.body)
        if model is not None:
            yield stored.id, model


def readable_document(resource: Resource[M], id_: str, body: Mapping[str, Any]) -> M | None:
    """Return the model of a document; None if this version cannot read it, with the reason in the log."""
    try:
        return parse_stored(resource.model, dict(body))
    except UNREADABLE as error:
        not_usable(resource, id_, error)
        return None


def singleton(resource: Resource[M]) -> Compiler[M]:
    """Return the compiler of a singleton's model."""

    def compile_(given: CompilerInput[M]) -> M:
        try:
            return given.view.singleton(resource)
        except UNREADABLE as error:
            if given.previous is None:
                raise
            not_usable(resource, resource.singleton_id, error)
            return given.previous

    return Compiler(resource.kind, frozenset({resource.kind}), compile_)


def collection(resource: Resource[M]) -> Compiler[Mapping[str, M]]:
    """Return the compiler of a small collection's models by id, in the administrators' order."""

    def compile_(given: CompilerInput[Mapping[str, M]]) -> Mapping[str, M]:
        previous = given.previous or {}
        models: dict[str, M] = {}
        for stored in given.view.list(resource, ListQuery()).items:
            before = previous.get(stored.id)
            if before is not None and not given.changes.include(resource.kind, stored.id):
                models[stored.id] = before
                continue
            try:
                models[stored.id] = parse_stored(resource.model, stored.body)
            except UNREADABLE as error:
                not_usable(resource, stored.id, error)
                # The previous version stays: without it, another document might apply that allows more.
                if before is not None:
                    models[stored.id] = before
        return models

    return Compiler(resource.kind, frozenset({resource.kind}), compile_)


@dataclass(frozen=True)
class Instance(Generic[T]):
    """An instance of a plug-in: its settings, including inherited ones, and the configured object.

    `plugin` is None if the settings cannot be used, for example because a certificate is missing; the log has the
    reason.
    """

    settings: Any
    plugin: T | None


def instances(kind: PluginKind[T]) -> Compiler[Mapping[str, Instance[T]]]:
    """Return the compiler of the instances of a kind of plug-in by id.

    An instance inherits from others of its kind, so all are built again if one of them has changed.
    """
    resource = kind.resource

    def compile_(given: CompilerInput[Mapping[str, Instance[T]]]) -> Mapping[str, Instance[T]]:
        made: dict[str, Instance[T]] = {}
        for stored in given.view.list(resource, ListQuery()).items:
            try:
                settings: PluginInstance = kind.resolved(given.view, stored.id)
            except (*UNREADABLE, NotFound) as error:
                # Also if its plug-in is not installed, because only the plug-in knows its settings.
                not_usable(resource, stored.id, error)
                continue
            plugin: T | None = None
            try:
                plugin = kind.made(given.view, stored.id)
            except Unavailable:
                raise
            except Exception as error:  # noqa: BLE001 - plug-ins are of others; one that fails must not stop the rest.
                LOG.error(  # noqa: TRY400 - the reason says all; a traceback might show settings.
                    "plug-in instance not usable", kind=resource.kind, id=stored.id, reason=str(error)
                )
            made[stored.id] = Instance(settings, plugin)
        return made

    trusted = frozenset() if kind.authorities is None else frozenset({TRUSTED_CAS.kind})
    return Compiler(resource.kind, frozenset({resource.kind}) | trusted, compile_)


def _compile_verbose(given: CompilerInput[Verbose]) -> Verbose:
    return verbose_of(given.view)


VERBOSE: Compiler[Verbose] = Compiler("verboseLogging", frozenset({LOG_SETTINGS.kind}), _compile_verbose)
SERVER = singleton(SERVER_SETTINGS)
AUTHORIZATION = singleton(AUTHORIZATION_SERVER)
CLIENT_DEFAULTS = singleton(CLIENT_SETTINGS)
PROPERTIES = singleton(EXTENDED_PROPERTIES)
REDIRECTS = singleton(REDIRECT_VALIDATION)
# Without the keys themselves, which are secrets; it changes with them.
SYSTEM_KEY_SETTINGS = singleton(SYSTEM_KEYS)
IDP_DEFAULTS = singleton(IDP_DEFAULT_URLS)
SP_DEFAULTS = singleton(SP_DEFAULT_URLS)
DISCOVERY = singleton(IDP_DISCOVERY)
SESSIONS = singleton(SESSION_SETTINGS)
SESSION_QUOTA_SETTINGS = singleton(SESSION_QUOTAS)
SIGN_IN_TRACES = singleton(SIGN_IN_TRACE_SETTINGS)
GLOBAL_SESSION_POLICY = singleton(AUTHENTICATION_SESSIONS)
APPLICATION_SESSION_POLICY = singleton(APPLICATION_SESSIONS)
SOURCE_SESSION_POLICIES = collection(SOURCE_SESSIONS)
POLICY_LIST = collection(POLICIES)
POLICY_DEFAULT_SETTINGS = singleton(POLICY_DEFAULTS)
POLICY_SWITCHES = singleton(POLICY_SETTINGS)
POLICY_FRAGMENTS = collection(FRAGMENT_RESOURCE)
POLICY_CONTRACT_LIST = collection(POLICY_CONTRACTS)
ADAPTERS = instances(ADAPTER_KIND)
SELECTORS = instances(SELECTOR_KIND)
REGISTRATION_POLICY_INSTANCES = instances(REGISTRATION_POLICY_KIND)
VALIDATORS = instances(VALIDATOR_KIND)
MANAGERS = instances(MANAGER_KIND)
MANAGER_DEFAULTS = singleton(MANAGER_SETTINGS)
TOKEN_MAPPINGS = collection(ACCESS_TOKEN_MAPPINGS)
OPENID_POLICIES = collection(OIDC_POLICIES)
OPENID_SETTINGS = singleton(OIDC_SETTINGS)
OUT_OF_BAND_AUTHENTICATORS = instances(AUTHENTICATOR_KIND)
CIBA_POLICIES = collection(REQUEST_POLICIES)
CIBA_DEFAULTS = singleton(CIBA_SETTINGS)
CONTRACT_GRANTS = collection(CONTRACT_GRANT_MAPPINGS)
ADAPTER_GRANTS = collection(ADAPTER_GRANT_MAPPINGS)
CREDENTIALS_GRANTS = collection(CREDENTIALS_GRANT_MAPPINGS)
