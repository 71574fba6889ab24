"""Targets of the console's help links: by default the pages of this server."""

from collections.abc import Mapping
from urllib.parse import urlsplit

BASE = "/docs"

# By help topic, as in `documentationUrls`. The help menu opens `main-menu` (specification 3, section 2.2).
DEFAULTS: Mapping[str, str] = {
    "main-menu": f"{BASE}/",
    "quick-start": f"{BASE}/quick-start",
    "server-clustering-guide": f"{BASE}/clustering",
    "resource-downloads": f"{BASE}/downloads",
    "release-notes": f"{BASE}/release-notes",
    "support": f"{BASE}/support",
    "integration-directory": f"{BASE}/integrations",
    "devops": f"{BASE}/devops",
    "performance-tuning-guide": f"{BASE}/performance",
}


def documentation_urls(text: str) -> dict[str, str]:
    """Return the addresses, after replacing those in the text of an option: `support=https://…,…`.

    Raises ValueError for an unknown topic, or an address that is not http or https.
    """
    chosen = dict(DEFAULTS)
    for part in filter(None, map(str.strip, text.split(","))):
        topic, _, address = (piece.strip() for piece in part.partition("="))
        if topic not in DEFAULTS:
            raise ValueError(f"{topic or part} is not a topic; the topics are {', '.join(DEFAULTS)}")
        if not _is_web_address(address):
            raise ValueError(f"{topic} needs an address such as https://docs.example.com/")
        chosen[topic] = address
    return chosen


def _is_web_address(text: str) -> bool:
    # A link may lead anywhere on the web, but must not be a script.
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and text.isprintable() and " " not in text
