"""The message with the code, and the form of the address on the page."""

from string import digits
from typing import Final

from hanse.plugins.adapters.attempt_limits import network_of
from hanse.plugins.adapters.email_code.settings import EmailCodeSettings
from hanse.plugins.contracts.adapters import AdapterRequest

TEMPLATE: Final = "message-template-sign-in-code.html"
# Messages to one address, and requests from one network, within some minutes.
_MESSAGES: Final = 10
_NETWORK_MESSAGES: Final = 100
_SECONDS: Final = 900.0
_HIDDEN: Final = "•••"


def address_of(request: AdapterRequest, attribute: str) -> str:
    """Return the user's address: the attribute of the nearest step that has it; empty without one."""
    values = (attributes.get(attribute) for attributes in request.chained.values())
    found = next((each for each in values if each), "")
    return found if isinstance(found, str) else found[0]


def masked(address: str) -> str:
    """Return an address that the user recognizes and that tells others little."""
    name, _, domain = address.rpartition("@")
    host, dot, top = domain.rpartition(".")
    return f"{name[:1]}{_HIDDEN}@{host[:1]}{_HIDDEN}{dot}{top}" if dot else f"{name[:1]}{_HIDDEN}@{domain[:1]}{_HIDDEN}"


def new_code(request: AdapterRequest, settings: EmailCodeSettings) -> str:
    """Return a code."""
    return request.services.random_text(settings.length, digits)


def is_too_often(request: AdapterRequest, address: str) -> bool:
    """Count a message. Returns True if there were too many to an address, or requests from a network."""
    limits = (
        (f"message:{address.casefold()}", _MESSAGES),
        (f"messages:{network_of(request.client_address)}", _NETWORK_MESSAGES),
    )
    counted = [
        request.services.count_failure(key, limit=limit, lock_seconds=_SECONDS)[0] > limit for key, limit in limits
    ]
    return any(counted)


def send_code(request: AdapterRequest, settings: EmailCodeSettings, address: str, code: str) -> bool:
    """Queue the message. Returns False without a notification publisher."""
    values = {
        "locale": next(iter(request.locales), "en"),
        "application": request.application_name,
        "code": code,
        "minutes": str(settings.lifetime_minutes),
    }
    return request.services.send_email(settings.publisher, address, TEMPLATE, values)
