"""The parts of which the demo's plan consists, and what several of its objects have in common."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

Body = Mapping[str, Any]

CONTRACT_ID: Final = "demo-user"
PROFILE_ID: Final = "demo-users"
ATTRIBUTES: Final[Body] = {"extendedAttributes": [{"name": "email"}, {"name": "name"}]}


@dataclass(frozen=True)
class PlannedObject:
    """An object: its collection, its id, its name, and its body."""

    path: str
    id: str
    title: str
    body: Body

    @property
    def item_path(self) -> str:
        """Return the path of the object itself."""
        return f"{self.path}/{self.id}"


@dataclass(frozen=True)
class PlannedSetting:
    """A member of a settings object that the demo needs: set unless it has another value, and reset at the end."""

    path: str
    title: str
    member: str
    value: Any
    # The value of a setting that nobody has changed.
    unset: Any


def instance(id_: str, name: str, plugin: str, fields: Mapping[str, str], tables: Mapping[str, list[Body]]) -> Body:
    """Return the body of an instance of a plug-in."""
    return {
        "id": id_,
        "name": name,
        "pluginDescriptorRef": {"id": plugin},
        "configuration": {
            "fields": field_values(fields),
            "tables": [{"name": table, "rows": rows} for table, rows in tables.items()],
        },
    }


def field_values(values: Mapping[str, str]) -> list[Body]:
    """Return the fields of an instance, or of a row of its tables."""
    return [{"name": name, "value": value} for name, value in values.items()]


def from_contract(name: str) -> Body:
    """Return the source of an attribute: the contract of the sample users."""
    return {"source": {"type": "AUTHENTICATION_POLICY_CONTRACT", "id": CONTRACT_ID}, "value": name}
