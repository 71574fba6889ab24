"""Validation of the addresses to which requests have users redirected, by the settings (CWE-601, open redirects)."""

import re
from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import Protocol
from urllib.parse import SplitResult, urlsplit

from hanse.resources.security.redirect_validation import (
    RedirectValidationSettings,
    RedirectValidationSettingsUriAllowlistEntry,
    RedirectValidationSettingsWhitelistEntry,
)

_ANY_HOST_BELOW = "*."
_MOST_CHARACTERS = 2048
_PORTS = {"https": 443, "http": 80}
# Browsers and libraries interpret control characters, spaces and backslashes differently.
_ADDRESS = re.compile(r"https?://[^\s\\\x00-\x20\x7f@]+", re.IGNORECASE)


class RedirectUse(Enum):
    """The kinds of redirects that the settings distinguish."""

    SIGN_IN = "sign-in"
    LOGOUT = "logout"
    ERROR = "error"


def is_allowed(settings: RedirectValidationSettings, target: str, use: RedirectUse) -> bool:
    """Return whether users may be redirected to an address that a request contains."""
    if (address := split_target(target)) is None:
        return False
    local = settings.redirect_validation_local_settings
    is_validated = {
        RedirectUse.SIGN_IN: local.enable_target_resource_validation_for_sso,
        RedirectUse.LOGOUT: local.enable_target_resource_validation_for_slo,
        RedirectUse.ERROR: local.enable_in_error_resource_validation,
    }[use]
    if not is_validated:
        return True
    return any(_is_for(each, use) and fits_host(each, *address) for each in local.white_list) or any(
        _is_for(each, use) and _fits_uri(each, target) for each in local.uri_allow_list
    )


def split_target(target: str) -> tuple[SplitResult, str] | None:
    """Return the parts of an address, and its host in lower case; None if it is not a plain http or https address."""
    if len(target) > _MOST_CHARACTERS or not target.isascii() or not _ADDRESS.fullmatch(target):
        return None
    try:
        parts = urlsplit(target)
        parts.port  # noqa: B018 - reading it checks it.
    except ValueError:
        return None
    host = (parts.hostname or "").lower()
    return (parts, host) if host else None


def _is_for(
    entry: RedirectValidationSettingsWhitelistEntry | RedirectValidationSettingsUriAllowlistEntry, use: RedirectUse
) -> bool:
    return {
        RedirectUse.SIGN_IN: entry.target_resource_sso,
        RedirectUse.LOGOUT: entry.target_resource_slo,
        RedirectUse.ERROR: entry.in_error_resource,
    }[use]


class AllowedHost(Protocol):
    """An entry with a host and a path, of the settings or of a connection."""

    @property
    def valid_domain(self) -> str:
        """Return the host name; `*.` matches every host below a domain."""
        ...

    @property
    def valid_path(self) -> str | None:
        """Return the path; every path is allowed without one."""
        ...

    @property
    def allow_query_and_fragment(self) -> bool:
        """Return whether the address may have a query and a fragment."""
        ...

    @property
    def require_https(self) -> bool:
        """Return whether addresses without encryption are refused."""
        ...


def fits_host(entry: AllowedHost, parts: SplitResult, host: str) -> bool:
    """Return whether an entry allows an address, given as `split_target` returns it."""
    domain = entry.valid_domain.lower()
    if domain.startswith(_ANY_HOST_BELOW):
        is_host = host.endswith(domain[1:]) and len(host) > len(domain[1:])
    else:
        is_host = host == domain
    is_scheme = parts.scheme.lower() == "https" or not entry.require_https
    is_path = not entry.valid_path or parts.path == entry.valid_path
    is_plain = entry.allow_query_and_fragment or not (parts.query or parts.fragment)
    return is_host and is_scheme and is_path and is_plain


def is_listed(entries: Iterable[AllowedHost], address: str) -> bool:
    """Return whether entries of a connection allow an address at the usual port of its scheme."""
    target = split_target(address)
    # Entries have no port. Another port of their host may be another party's.
    if target is None or target[0].port not in (None, _PORTS[target[0].scheme.lower()]):
        return False
    return any(fits_host(each, *target) for each in entries)


def _fits_uri(entry: RedirectValidationSettingsUriAllowlistEntry, target: str) -> bool:
    shown = re.split(r"[?#]", target, maxsplit=1)[0] if entry.allow_query_and_fragment else target
    return address_pattern(entry.valid_uri).fullmatch(shown) is not None


@lru_cache(maxsize=1024)
def address_pattern(uri: str) -> re.Pattern[str]:
    """Return the pattern of an address: an asterisk matches a part of the host, or a part of the path."""
    scheme, separator, rest = uri.partition("://")
    host, slash, path = rest.partition("/")
    in_host = r"[^/?#@:]*".join(map(re.escape, host.split("*")))
    in_path = r"[^?#]*".join(map(re.escape, path.split("*")))
    return re.compile(f"{re.escape(scheme)}{re.escape(separator)}{in_host}{re.escape(slash)}{in_path}")
