"""Request bodies of the test resources, with every kind of field."""

from typing import Any

Body = dict[str, Any]
RED = {"id": "red", "name": "Red"}
BLUE = {"id": "blue", "name": "Blue"}


def device(number: int) -> Body:
    """Return the body of a device whose unique fields differ from all others."""
    return {
        "id": f"device-{number}",
        "name": f"Device {number}",
        "description": "Ünïcödé, 100 %",
        "serial": f"S{number}",
        "slots": 4,
        "weight": 1.5,
        "group": {"id": "red"},
        "groups": [{"id": "red"}, {"id": "blue"}],
        "fallbackGroup": "blue",
        "placement": {"room": "1", "group": {"id": "blue"}},
        "password": f"clear-password-{number}",
        "pin": f"clear-pin-{number}",
        "accounts": [
            {"name": "first", "secret": f"clear-first-{number}"},
            {"name": "second", "secret": "clear-second"},
        ],
        "tags": ["zebra", "ant", "ant"],
        "hostNames": [f"host-{number}.example"],
    }
