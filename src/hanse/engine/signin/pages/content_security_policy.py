"""The Content-Security-Policy of pages."""

import re
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import urlsplit

# No character that would end a directive, or begin another source or another header.
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:[0-9]{1,5})?")
_IPV6: Final = re.compile(r"\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*")
# These schemes run their content, and nobody is redirected to them.
_NEVER: Final = frozenset({"javascript", "data", "blob", "about", "vbscript", "file", "filesystem"})


def page_policy(form_targets: Iterable[str] = (), *, runs_script: bool = False) -> str:
    """Return the policy of a page whose forms are sent to this server and may redirect to further addresses.

    Chrome applies `form-action` to redirects that follow a form (https://github.com/w3c/webappsec-csp/issues/8), so the
    client's redirect addresses are named. With `runs_script`, script files of this server may run.
    """
    targets = " ".join(dict.fromkeys(("'self'", *_sources(form_targets))))
    scripts = "script-src 'self'; require-trusted-types-for 'script'; " if runs_script else ""
    return (
        f"default-src 'none'; {scripts}style-src 'self'; img-src 'self' https: data:; font-src 'self'; "
        f"form-action {targets}; frame-ancestors 'none'; base-uri 'none'"
    )


def _sources(addresses: Iterable[str]) -> Iterator[str]:
    for address in addresses:
        try:
            parts = urlsplit(address)
        except ValueError:
            continue
        if not _SCHEME.fullmatch(parts.scheme) or parts.scheme in _NEVER:
            continue
        if parts.scheme not in ("http", "https"):
            yield f"{parts.scheme}:"
        elif _HOST.fullmatch(parts.netloc):
            yield f"{parts.scheme}://{parts.netloc}"
        elif _IPV6.fullmatch(parts.netloc):
            # No source has an IPv6 address (Content Security Policy Level 3, section 2.3.1).
            yield f"{parts.scheme}:"
