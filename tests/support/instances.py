"""Bodies of plug-ins' instances, as clients send them."""

from typing import Any

Body = dict[str, Any]
SIMPLE_VALIDATOR = "org.sourceid.saml20.domain.SimpleUsernamePasswordCredentialValidator"


def fields(**values: str) -> list[Body]:
    """Return fields by their names, in which underscores stand for spaces."""
    return [{"name": name.replace("_", " "), "value": value} for name, value in values.items()]


def instance(
    number: int | str, name: str, type_: str, given: list[Body] | None = None, **tables: list[list[Body]]
) -> Body:
    """Return the body of an instance; underscores in names of tables stand for spaces."""
    made = [{"name": key.replace("_", " "), "rows": [{"fields": row} for row in rows]} for key, rows in tables.items()]
    return {
        "id": f"{name.lower()}-{number}",
        "name": f"{name} {number}",
        "pluginDescriptorRef": {"id": type_},
        "configuration": {"fields": given or [], "tables": made},
    }


def user(name: str, password: str, **more: str) -> list[Body]:
    """Return a row of the table of users."""
    return fields(Username=name, Password=password, Confirm_Password=password, **more)


def validator(number: int | str = 0, *users: list[Body]) -> Body:
    """Return the body of a simple password credential validator."""
    return instance(number, "Validator", SIMPLE_VALIDATOR, Users=list(users) or [user("joe", "Schiffer12")])
