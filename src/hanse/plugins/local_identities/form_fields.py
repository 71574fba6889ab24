"""The fields of a profile on users' pages: what templates show, and what forms send."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hanse.kit.local_users import UserValue
from hanse.plugins.local_identities.field_values import TRUE, Entered, Errors
from hanse.plugins.local_identities.profile import LocalProfile, ProfileField, ProfileFieldType

# Names of inputs begin with it, so that no field has the name of a button.
PREFIX: Final = "field."


def registration_fields(profile: LocalProfile) -> tuple[ProfileField, ...]:
    """Return the fields of the registration page."""
    return tuple(each for each in profile.fields if each.on_registration_page)


def profile_fields(profile: LocalProfile) -> tuple[ProfileField, ...]:
    """Return the fields of the profile page."""
    return tuple(each for each in profile.fields if each.on_profile_page)


def entered_in(form: Mapping[str, str], fields: Iterable[ProfileField]) -> Entered:
    """Return the values that a form has for fields."""
    found: dict[str, tuple[str, ...]] = {}
    for field in fields:
        name = f"{PREFIX}{field.id}"
        if field.type is ProfileFieldType.CHECKBOX_GROUP:
            # Each box has a name of its own, with the position of its option.
            found[field.id] = tuple(each for index, each in enumerate(field.options) if f"{name}.{index}" in form)
        elif name in form:
            found[field.id] = (form[name],)
    return found


def defaults_of(fields: Iterable[ProfileField]) -> dict[str, UserValue]:
    """Return the default values of fields."""
    return {each.id: each.default for each in fields if each.default}


def shown(
    fields: Iterable[ProfileField], values: Mapping[str, UserValue], errors: Errors, *, locks: bool = False
) -> list[dict[str, Any]]:
    """Return the fields for a template. `locks` is true where read-only fields can no longer be changed."""
    return [
        {
            "name": f"{PREFIX}{each.id}",
            "id": f"field-{each.id}",
            "label": each.label,
            "type": each.type.value,
            "value": values.get(each.id, ""),
            "checked": values.get(each.id) == TRUE,
            "options": list(each.options),
            "required": each.required,
            "locked": locks and each.read_only,
            "error": str(errors[each.id]) if each.id in errors else "",
            "error_values": dict(errors[each.id].values) if each.id in errors else {},
        }
        for each in fields
    ]
