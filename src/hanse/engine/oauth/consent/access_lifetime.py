"""The sentence of the consent page about the lifetime of the requested access."""

from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import AuthorizationRequest
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.oauth.grant_lifetimes import LIFETIME_ATTRIBUTE, idle_timeout, lifetime, mapped_lifetime
from hanse.engine.oauth.offline_access import may_have_refresh_token
from hanse.engine.signin.pages import PageRenderer
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.kit.texts.durations import format_duration


def access_lifetime(
    pages: PageRenderer,
    request: Request,
    locale: str,
    client: RegisteredClient,
    wanted: AuthorizationRequest,
    context: GrantContext,
) -> str:
    """Return when the access ends that the user is asked for, if all requested scopes are approved.

    It is that of the persistent grant. Without one, the access ends with the access token, which has a short lifetime.
    Raises ValueError if the grant mapping sets a lifetime that is not valid.
    """
    settings = request.snapshot.part(AUTHORIZATION)
    if not (_has_code(wanted) and may_have_refresh_token(settings, client.settings, wanted.scopes)):
        return pages.text(locale, "consent.lifetime.short")
    longest = mapped_lifetime(lifetime(settings, client.settings), context.attributes.get(LIFETIME_ATTRIBUTE))
    unused = idle_timeout(settings, client.settings)
    values = {
        name: format_duration(seconds, locale)
        for name, seconds in (("duration", longest), ("unused", unused))
        if seconds is not None
    }
    return pages.text(locale, f"consent.lifetime.{'_'.join(values) or 'unlimited'}", **values)


def _has_code(wanted: AuthorizationRequest) -> bool:
    """Return whether tokens come from the token endpoint.

    The authorization endpoint issues no refresh tokens (RFC 6749, section 4.2.2). Requests of devices have no response
    type.
    """
    types = wanted.response_type.split()
    return not types or "code" in types
