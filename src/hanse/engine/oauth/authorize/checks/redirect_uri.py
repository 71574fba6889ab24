"""`redirect_uri`: the target of the answer (RFC 6749, section 3.1.2)."""

import structlog

from hanse.engine.errors import InvalidRequest
from hanse.engine.http.parameters import Parameters
from hanse.engine.oauth.authorize.redirect_uris import Match, match, only_one
from hanse.engine.snapshot.clients import RegisteredClient

LOG = structlog.stdlib.get_logger("hanse.oauth")


def find_redirect_uri(client: RegisteredClient, parameters: Parameters) -> Match:
    """Return the target of the answer. Raises InvalidRequest, which must be shown and not redirected."""
    requested = parameters.one("redirect_uri")
    registered = client.settings.redirect_uris
    if requested is None:
        # OpenID Connect Core 1.0, section 3.1.2.1, requires the parameter.
        found = None if _is_openid(parameters) else only_one(registered)
        if found is None:
            raise InvalidRequest("The parameter redirect_uri is required.")
        return found
    found = match(registered, requested)
    if found is None:
        raise InvalidRequest("The redirect URI is not registered for this client.")
    if found.pattern:
        LOG.warning(
            "redirect URI allowed by a wildcard; register complete URIs instead (RFC 9700, section 4.1)",
            client=client.id,
            pattern=found.pattern,
        )
    return found


def _is_openid(parameters: Parameters) -> bool:
    return any("openid" in each.split(" ") for each in parameters.all("scope"))
