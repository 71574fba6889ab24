"""The settings of the authentication API and its applications, compiled."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from hanse.config.declare.origins import origin_of_page, serialized_origin
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import readable
from hanse.resources.authentication.authentication_api import API_APPLICATIONS, API_SETTINGS, AuthnApiApplication


@dataclass(frozen=True)
class ApiApplication:
    """An authentication application."""

    id: str
    url: str
    # The origins of its pages, as browsers send them.
    origins: frozenset[str]
    # The client of the redirectless mode; empty for none.
    client: str = ""

    def address(self, flow: str) -> str:
        """Return the address to which users are sent with a flow."""
        return f"{self.url}{'&' if '?' in self.url else '?'}flowId={flow}"


@dataclass(frozen=True)
class AuthenticationApi:
    """The configuration of the authentication API."""

    is_enabled: bool = False
    describes_actions: bool = False
    restricts_redirectless_mode: bool = True
    includes_context: bool = False
    default_application: str = ""
    applications: Mapping[str, ApiApplication] = field(default_factory=dict)

    def application(self, id_: str) -> ApiApplication | None:
        """Return an application, while the API is enabled."""
        return self.applications.get(id_) if self.is_enabled else None

    def addresses(self) -> Iterable[str]:
        """Return the addresses of all applications, to which users may be redirected after a page of this server."""
        return tuple(each.url for each in self.applications.values()) if self.is_enabled else ()

    def has_origin(self, origin: str) -> bool:
        """Return whether an origin is that of an application."""
        return self.is_enabled and any(origin in each.origins for each in self.applications.values())

    def may_be_redirectless(self, client: str, origin: str) -> bool:
        """Return whether scripts of an origin may use the redirectless mode with a client that allows it."""
        return self.is_enabled and any(
            origin in each.origins and (each.client == client or not self.restricts_redirectless_mode)
            for each in self.applications.values()
        )


def _compile(given: CompilerInput[AuthenticationApi]) -> AuthenticationApi:
    settings = given.view.singleton(API_SETTINGS)
    default = settings.default_application_ref
    return AuthenticationApi(
        is_enabled=settings.api_enabled,
        describes_actions=settings.enable_api_descriptions,
        restricts_redirectless_mode=settings.restrict_access_to_redirectless_mode,
        includes_context=settings.include_request_context,
        default_application="" if default is None else default.id,
        applications={id_: _application(id_, each) for id_, each in readable(given.view, API_APPLICATIONS)},
    )


def _application(id_: str, model: AuthnApiApplication) -> ApiApplication:
    client = model.client_for_redirectless_mode_ref
    further = (serialized_origin(each) for each in model.additional_allowed_origins)
    return ApiApplication(
        id=id_,
        url=model.url,
        origins=frozenset({origin_of_page(model.url), *further}),
        client="" if client is None else client.id,
    )


AUTHENTICATION_API: Final = Compiler(
    "authentication API", frozenset({API_SETTINGS.kind, API_APPLICATIONS.kind}), _compile
)
