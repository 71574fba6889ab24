"""The cookie in requests and answers, at the hosts of the common domain."""

from typing import Final
from urllib.parse import unquote, urlsplit

from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.snapshot.configuration_parts import DISCOVERY, SERVER
from hanse.engine.snapshot.model import PublishedIssuer, Snapshot
from hanse.resources.federation.idp_discovery import IdpDiscoverySettings, is_in_domain
from hanse.saml.common_domain_cookie import COMMON_DOMAIN_COOKIE, read_providers, with_provider

_DAY_SECONDS: Final = 24 * 3600


def writing(snapshot: Snapshot) -> IdpDiscoverySettings | None:
    """Return the settings if this server writes the cookie as an identity provider."""
    settings = snapshot.part(DISCOVERY)
    return settings if settings.write_cookie and settings.common_domain else None


def reading(snapshot: Snapshot) -> IdpDiscoverySettings | None:
    """Return the settings if this server reads the cookie as a service provider."""
    settings = snapshot.part(DISCOVERY)
    return settings if settings.read_cookie and settings.common_domain else None


def common_issuer(snapshot: Snapshot, settings: IdpDiscoverySettings) -> PublishedIssuer | None:
    """Return this server at its host in the common domain; None if it no longer has the host, or does not use TLS."""
    info = snapshot.part(SERVER).federation_info
    path = unquote(urlsplit((info.base_url if info else None) or "").path.rstrip("/"))
    found = snapshot.issuer_at((settings.host or "").lower(), path)
    # SAML profiles, section 4.3.1: the cookie must be secure.
    return found if found is not None and found.identifier.startswith("https:") else None


def is_at_common_domain(request: Request, settings: IdpDiscoverySettings) -> bool:
    """Return whether a request came to a host that can write and read the cookie."""
    domain, issuer = settings.common_domain or "", request.issuer
    return is_in_domain(issuer.name.place.host, domain) and issuer.identifier.startswith("https:")


def providers_of(request: Request) -> tuple[str, ...]:
    """Return the entity IDs in the cookie of a request, the last one last."""
    return read_providers(request.cookies.get(COMMON_DOMAIN_COOKIE, ""))


def with_cookie(request: Request, answer: Answer, settings: IdpDiscoverySettings, entity_id: str) -> Answer:
    """Return an answer that adds an identity provider to the cookie of the request."""
    value = with_provider(providers_of(request), entity_id)
    if not value:
        return answer
    # A service provider of another site may redirect users here by POST, which browsers treat as a cross-site request.
    attributes = f"Domain=.{settings.common_domain}; Path=/; Secure; HttpOnly; SameSite=None"
    lifetime = f"; Max-Age={settings.cookie_lifetime_days * _DAY_SECONDS}" if settings.cookie_lifetime_days else ""
    return answer.with_headers((b"set-cookie", f"{COMMON_DOMAIN_COOKIE}={value}; {attributes}{lifetime}".encode()))
