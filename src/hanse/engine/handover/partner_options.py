"""The parameters with which applications determine the authentication request to a partner."""

from collections.abc import Mapping
from typing import Final

from hanse.engine.errors import InvalidRequest
from hanse.engine.http.parameters import Parameters
from hanse.plugins.connections.saml_provider import authn_request as options
from hanse.resources.federation.idp_connections.browser_sso.model import IdpBrowserSso, SsoBinding
from hanse.resources.federation.idp_connections.model import IdpConnection
from hanse.saml.requests import COMPARISONS
from hanse.saml.xml_names import BINDING_ARTIFACT, BINDING_POST, BINDING_REDIRECT

_BINDINGS: Final = {
    BINDING_POST: SsoBinding.POST,
    BINDING_REDIRECT: SsoBinding.REDIRECT,
    BINDING_ARTIFACT: SsoBinding.ARTIFACT,
}
_LONGEST: Final = 1024
# The index of the only assertion consumer service.
_CONSUMER: Final = "0"


def request_options(connection: IdpConnection, parameters: Parameters) -> Mapping[str, str]:
    """Return the options of the request. Raises InvalidRequest for a value that cannot be used."""
    sso = connection.idp_browser_sso
    if sso is None:
        return {}
    if not sso.is_saml:
        return _replaced_parameters(sso, parameters)
    found = {
        options.NAME_ID_FORMAT: _uri(parameters, "RequestedFormat"),
        options.SP_NAME_QUALIFIER: _uri(parameters, "RequestedSPNameQualifier"),
        options.ALLOW_CREATE: _one_of(parameters, "AllowCreate", ("true", "false")),
        options.COMPARISON: _one_of(parameters, "CtxComparisonMethod", COMPARISONS),
        options.BINDING: _binding(parameters, sso),
        options.VIRTUAL_SERVER_ID: _one_of(parameters, "vsid", tuple(connection.virtual_entity_ids)),
    }
    # Responses are received by the POST binding, at one address.
    _one_of(parameters, "RequestedBinding", (BINDING_POST,))
    _one_of(parameters, "RequestedACSIdx", (_CONSUMER,))
    return {name: value for name, value in found.items() if value}


def _replaced_parameters(sso: IdpBrowserSso, parameters: Parameters) -> Mapping[str, str]:
    """Return the parameters of requests to an OpenID provider that the application has replaced."""
    provider = sso.oidc_provider_settings
    chosen = () if provider is None else provider.request_parameters
    found = {each.name: _uri(parameters, each.name) for each in chosen if each.application_endpoint_override}
    return {name: value for name, value in found.items() if value}


def _uri(parameters: Parameters, name: str) -> str:
    value = parameters.one(name) or ""
    if len(value) > _LONGEST or not value.isprintable():
        raise InvalidRequest(f"The value of {name} is not valid.")
    return value


def _one_of(parameters: Parameters, name: str, accepted: tuple[str, ...]) -> str:
    value = parameters.one(name) or ""
    if value and value not in accepted:
        raise InvalidRequest(f"The value of {name} is not supported.")
    return value


def _binding(parameters: Parameters, sso: IdpBrowserSso) -> str:
    """Return the binding of the request, for which the connection needs an endpoint."""
    uri = _one_of(parameters, "Binding", tuple(_BINDINGS))
    if uri and all(each.binding is not _BINDINGS[uri] for each in sso.sso_service_endpoints):
        raise InvalidRequest("The partner has no endpoint for the requested binding.")
    return uri
