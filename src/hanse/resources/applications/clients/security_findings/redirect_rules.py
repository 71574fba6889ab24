"""Rules for the addresses to which users are sent."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from hanse.config.declare.ui.findings import Finding, Severity, StandardSection
from hanse.kit.texts.messages import enumerated, message, verbatim
from hanse.resources.applications.clients.addresses import WILDCARD, host_of
from hanse.resources.applications.clients.security_findings.assessed_client import AssessedClient

# RFC 8252, section 7.3. A native application on the same device listens on these addresses.
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
_WEB: Final = frozenset({"http", "https"})
_MOST_NAMED: Final = 3
_INSECURE = re.compile(r"http:", re.IGNORECASE)


def wildcard_redirects(assessed: AssessedClient) -> Iterator[Finding]:
    """Find redirect URIs that allow more than one address (RFC 9700, section 4.1)."""
    uris = assessed.client.redirect_uris
    loose = [uri for uri in uris if WILDCARD in uri]
    if not loose or not assessed.redirects:
        return
    exact = [uri for uri in uris if uri not in loose]
    yield Finding(
        id="wildcard-redirect-uri",
        severity=Severity.HIGH,
        text=message(
            "Redirect URIs with an asterisk match many addresses, and codes can be sent to any of them: {uris}."
            " Register complete URIs, which are compared character by character.",
            uris=_named(loose),
        ),
        reference=StandardSection("RFC 9700", "4.1"),
        path="redirectUris",
        fix={"redirectUris": exact} if exact else {},
        fix_label=message("Remove these URIs"),
    )


def insecure_redirects(assessed: AssessedClient) -> Iterator[Finding]:
    """Find redirect URIs without TLS that lead to another device (RFC 9700, section 2.6)."""
    uris = assessed.client.redirect_uris
    insecure = [uri for uri in uris if _scheme(uri) == "http" and host_of(uri) not in _LOOPBACK]
    if not insecure or not assessed.redirects:
        return
    secured = [_INSECURE.sub("https:", uri, count=1) if uri in insecure else uri for uri in uris]
    yield Finding(
        id="insecure-redirect-uri",
        severity=Severity.HIGH,
        text=message(
            "Authorization responses are sent without TLS to {uris}. Anyone on the network path can read them.",
            uris=_named(insecure),
        ),
        reference=StandardSection("RFC 9700", "2.6"),
        path="redirectUris",
        fix={"redirectUris": list(dict.fromkeys(secured))},
        fix_label=message("Use https"),
    )


def loopback_by_name(assessed: AssessedClient) -> Iterator[Finding]:
    """Find loopback redirect URIs with the name localhost (RFC 8252, section 8.3)."""
    uris = assessed.client.redirect_uris
    named = [uri for uri in uris if _scheme(uri) == "http" and host_of(uri) == "localhost"]
    if not named or not assessed.redirects:
        return
    numeric = [re.sub(r"(?i)//localhost", "//127.0.0.1", uri, count=1) if uri in named else uri for uri in uris]
    yield Finding(
        id="localhost-redirect-uri",
        severity=Severity.INFORMATION,
        text=message(
            "The name localhost can resolve to another network interface: {uris}. Use the address 127.0.0.1.",
            uris=_named(named),
        ),
        reference=StandardSection("RFC 8252", "8.3"),
        path="redirectUris",
        fix={"redirectUris": list(dict.fromkeys(numeric))},
        fix_label=message("Use 127.0.0.1"),
    )


def schemes_of_others(assessed: AssessedClient) -> Iterator[Finding]:
    """Find private-use schemes that do not name a domain of the application (RFC 8252, section 7.1)."""
    schemes = {_scheme(uri) for uri in assessed.client.redirect_uris} - _WEB
    unnamed = sorted(each for each in schemes if "." not in each)
    if unnamed and assessed.redirects:
        yield Finding(
            id="private-scheme-without-domain",
            severity=Severity.MEDIUM,
            text=message(
                "Any application on the device can register these schemes: {schemes}. Use a domain name of yours in"
                " reverse order, such as com.example.app.",
                schemes=_named(unnamed),
            ),
            reference=StandardSection("RFC 8252", "7.1"),
            path="redirectUris",
        )


def wildcard_logout_redirects(assessed: AssessedClient) -> Iterator[Finding]:
    """Find post-logout redirect URIs with which this server can be used as an open redirector (section 4.11)."""
    uris = assessed.client.oidc_policy.post_logout_redirect_uris
    loose = [uri for uri in uris if WILDCARD in uri]
    if loose:
        yield Finding(
            id="wildcard-post-logout-redirect-uri",
            severity=Severity.MEDIUM,
            text=message(
                "After sign-out, users can be sent to any address that matches {uris}. Register complete URIs.",
                uris=_named(loose),
            ),
            reference=StandardSection("RFC 9700", "4.11"),
            path="oidcPolicy.postLogoutRedirectUris",
            fix={"oidcPolicy.postLogoutRedirectUris": [uri for uri in uris if uri not in loose]},
            fix_label=message("Remove these URIs"),
        )


def skipped_consent(assessed: AssessedClient) -> Iterator[Finding]:
    """Find native clients that receive codes without the consent of users (RFC 8252, section 8.6)."""
    client = assessed.client
    is_imitable = any(_scheme(uri) != "https" for uri in client.redirect_uris)
    if assessed.redirects and assessed.is_public and client.bypass_approval_page and is_imitable:
        yield Finding(
            id="consent-bypassed",
            severity=Severity.MEDIUM,
            text=message(
                "Users do not see the consent page, and another application on the device can imitate this client,"
                " which does not authenticate."
            ),
            reference=StandardSection("RFC 8252", "8.6"),
            path="bypassApprovalPage",
            fix={"bypassApprovalPage": False},
            fix_label=message("Ask for consent"),
        )


def _scheme(uri: str) -> str:
    return uri.partition(":")[0].lower()


def _named(values: Iterable[str]) -> str:
    """Return the first values as one text."""
    listed = list(values)
    more = [verbatim("…")] if len(listed) > _MOST_NAMED else []
    return enumerated([*map(verbatim, listed[:_MOST_NAMED]), *more])
