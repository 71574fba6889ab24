"""Names of browsers, by which users recognize their own sessions. They are not proof of anything."""

from collections.abc import Sequence
from typing import Final

from hanse.engine.http.request import Request

# Parts of the User-Agent field (RFC 9110, section 10.1.5). The first one that is found gives the name, because most
# browsers also name others in it.
_BROWSERS: Final[Sequence[tuple[str, str]]] = (
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final[Sequence[tuple[str, str]]] = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_name(request: Request) -> str:
    """Return the name of the browser and of its system, such as `Firefox, Windows`; empty if neither is known."""
    agent = (request.header(b"user-agent") or b"").decode("latin-1")
    found = (next((name for part, name in names if part in agent), "") for names in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, found))
