"""Validation of `TargetResource` after a logout, by the redirect validation settings (CWE-601)."""

import re
from functools import lru_cache
from urllib.parse import SplitResult, urlsplit

from hanse.resources.security.redirect_validation import (
    RedirectValidationSettings,
    RedirectValidationSettingsUriAllowlistEntry,
    RedirectValidationSettingsWhitelistEntry,
)

_ANY_HOST_BELOW = "*."
_MOST_CHARACTERS = 2048
# Browsers and libraries interpret control characters, spaces and backslashes differently.
_ADDRESS = re.compile(r"https?://[^\s\\\x00-\x20\x7f@]+", re.IGNORECASE)


def is_allowed_after_logout(settings: RedirectValidationSettings, target: str) -> bool:
    """Return whether users may be redirected to an address after a logout."""
    if len(target) > _MOST_CHARACTERS or not target.isascii() or not _ADDRESS.fullmatch(target):
        return False
    try:
        parts = urlsplit(target)
        host = (parts.hostname or "").lower()
        parts.port  # noqa: B018 - reading it checks it.
    except ValueError:
        return False
    local = settings.redirect_validation_local_settings
    if not host:
        return False
    if not local.enable_target_resource_validation_for_slo:
        return True
    return any(each.target_resource_slo and _fits_host(each, parts, host) for each in local.white_list) or any(
        each.target_resource_slo and _fits_uri(each, target) for each in local.uri_allow_list
    )


def _fits_host(entry: RedirectValidationSettingsWhitelistEntry, parts: SplitResult, host: str) -> bool:
    domain = entry.valid_domain.lower()
    if domain.startswith(_ANY_HOST_BELOW):
        is_host = host.endswith(domain[1:]) and len(host) > len(domain[1:])
    else:
        is_host = host == domain
    is_scheme = parts.scheme.lower() == "https" or not entry.require_https
    is_path = not entry.valid_path or parts.path == entry.valid_path
    is_plain = entry.allow_query_and_fragment or not (parts.query or parts.fragment)
    return is_host and is_scheme and is_path and is_plain


def _fits_uri(entry: RedirectValidationSettingsUriAllowlistEntry, target: str) -> bool:
    shown = re.split(r"[?#]", target, maxsplit=1)[0] if entry.allow_query_and_fragment else target
    return _pattern(entry.valid_uri).fullmatch(shown) is not None


@lru_cache(maxsize=1024)
def _pattern(uri: str) -> re.Pattern[str]:
    """Return the pattern of an address: an asterisk matches a part of the host, or a part of the path."""
    scheme, separator, rest = uri.partition("://")
    host, slash, path = rest.partition("/")
    in_host = r"[^/?#@:]*".join(map(re.escape, host.split("*")))
    in_path = r"[^?#]*".join(map(re.escape, path.split("*")))
    return re.compile(f"{re.escape(scheme)}{re.escape(separator)}{in_host}{re.escape(slash)}{in_path}")
