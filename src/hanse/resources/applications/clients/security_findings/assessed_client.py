"""A client with the settings of the server that decide what it can do."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from hanse import handles
from hanse.config.declare.view import View
from hanse.config.plugins.inheritance import ancestors, merged
from hanse.resources.applications.access_tokens.managers import MANAGER_PLUGINS, MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.clients.choices import AuthType, ResponseType, ServerOrOwn
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.parts import ClientAuth
from hanse.resources.applications.clients.secrets import opened_secret
from hanse.resources.grants import GrantType, LongUnit

OWN: Final = ServerOrOwn.OVERRIDE_SERVER_DEFAULT
_SIGN_IN: Final = frozenset({GrantType.AUTHORIZATION_CODE, GrantType.IMPLICIT, GrantType.DEVICE_CODE, GrantType.CIBA})
# The setting of both built-in kinds of access token managers.
_LIFETIME: Final = "Token Lifetime"


@dataclass(frozen=True)
class ServerFacts:
    """Settings of the server that apply to its clients. They are read once for any number of clients."""

    refuses_plain_pkce: bool
    names_issuer: bool
    accepts_pushed_requests: bool
    requires_pushed_requests: bool
    rotates_refresh_tokens: bool
    # The minimum age at which refresh tokens are replaced, in the server's unit; 0 if at each use.
    rotation_interval: int
    # The time after which an unused grant expires; None if it never does.
    idle_days: float | None
    default_manager: str
    # Returns the lifetime of a manager's tokens in minutes, or None if it is not known.
    token_minutes: Callable[[str], int | None]
    # Returns the secret of a client in clear text, or None if it cannot be decrypted.
    secret_of: Callable[[ClientAuth], str | None]

    @classmethod
    def of(cls, view: View) -> "ServerFacts":
        """Read the settings."""
        settings = view.singleton(handles.AUTHORIZATION_SERVER)
        default = view.singleton(MANAGER_SETTINGS).default_access_token_manager_ref
        idle = settings.persistent_grant_idle_timeout
        known: dict[str, int | None] = {}

        def minutes(manager: str) -> int | None:
            if manager not in known:
                known[manager] = _token_minutes(view, manager)
            return known[manager]

        return cls(
            refuses_plain_pkce=settings.disallow_plain_pkce,
            names_issuer=settings.include_issuer_in_authorization_response,
            accepts_pushed_requests=settings.par_status != "DISABLED",
            requires_pushed_requests=settings.par_status == "REQUIRED",
            rotates_refresh_tokens=settings.roll_refresh_token_values,
            rotation_interval=settings.refresh_rolling_interval,
            idle_days=None if idle < 0 else days(idle, settings.persistent_grant_idle_timeout_time_unit),
            default_manager="" if default is None else default.id,
            token_minutes=minutes,
            secret_of=lambda auth: opened_secret(view, auth),
        )


@dataclass(frozen=True)
class AssessedClient:
    """A client, and the settings of its server."""

    client: Client
    server: ServerFacts

    @property
    def is_public(self) -> bool:
        """Return whether the client does not authenticate (RFC 6749, section 2.1)."""
        return self.client.client_auth.type is AuthType.NONE

    @cached_property
    def grants(self) -> frozenset[GrantType]:
        """The grant types of the client."""
        return frozenset(self.client.grant_types)

    @property
    def uses_code(self) -> bool:
        """Return whether the client can use authorization codes."""
        return GrantType.AUTHORIZATION_CODE in self.grants

    @property
    def redirects(self) -> bool:
        """Return whether the client uses the authorization endpoint."""
        return not self.grants.isdisjoint({GrantType.AUTHORIZATION_CODE, GrantType.IMPLICIT})

    @property
    def refreshes(self) -> bool:
        """Return whether the client can use refresh tokens."""
        return GrantType.REFRESH_TOKEN in self.grants

    @property
    def signs_users_in(self) -> bool:
        """Return whether the client can receive tokens for users who sign in at this server."""
        return not self.grants.isdisjoint(_SIGN_IN)

    @property
    def binds_tokens(self) -> bool:
        """Return whether all tokens of the client are bound to a key or to a certificate (RFC 9449, RFC 8705)."""
        return self.client.require_dpop or bool(self.client.tls_client_certificate_bound_access_tokens)

    @cached_property
    def response_types(self) -> frozenset[ResponseType]:
        """The response types that the client can use."""
        possible = {ResponseType.CODE} if self.uses_code else set()
        if GrantType.IMPLICIT in self.grants:
            possible |= {each for each in ResponseType if self.uses_code or "code" not in each.split()}
        restricted = self.client.restricted_response_types
        return frozenset(possible.intersection(restricted) if restricted else possible)

    @property
    def manager(self) -> str:
        """The ID of the access token manager that issues the client's tokens by default; empty if there is none."""
        own = self.client.default_access_token_manager_ref
        return self.server.default_manager if own is None else own.id


def days(amount: int, unit: LongUnit | None) -> float:
    """Return a lifetime in days; days are the default unit."""
    return amount / {LongUnit.MINUTES: 1440, LongUnit.HOURS: 24}.get(unit or LongUnit.DAYS, 1)


def _token_minutes(view: View, manager: str) -> int | None:
    if not manager or view.find(MANAGERS, manager) is None:
        return None
    instance: Any = view.model(MANAGERS, manager)
    plugin = MANAGER_PLUGINS.get(instance.plugin_descriptor_ref.id)
    field = None if plugin is None else plugin.form.field(_LIFETIME)
    if plugin is None or field is None:
        return None
    generations = [each.configuration for each in (instance, *ancestors(view, MANAGERS, instance))]
    values = {each.name: each.value for each in merged(generations, plugin.form).fields}
    text = values.get(_LIFETIME) or field.default or ""
    return int(text) if text.isascii() and text.isdigit() else None
