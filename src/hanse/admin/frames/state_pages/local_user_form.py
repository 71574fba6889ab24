"""The form with the data of a local user: its fields come from the profile."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from hanse.admin.frames.form.posted_body import Posted
from hanse.kit.errors import ValidationFailed
from hanse.kit.texts.translation import localized
from hanse.resources.authentication.local_identities.field_model import LocalIdentityFieldType
from hanse.resources.authentication.local_identities.user_attributes import is_ticked
from hanse.resources.authentication.local_identities.user_model import (
    LocalIdentityUserAttribute,
    LocalIdentityUserDetails,
    LocalIdentityUserField,
    LocalIdentityUserProfile,
)

# Names of inputs begin with it, so that no field has the name of a button.
PREFIX: Final = "field."


def stored_values(user: LocalIdentityUserDetails | None, field: LocalIdentityUserField) -> Sequence[str]:
    """Return the stored values of a user's field."""
    if user is None:
        return ()
    return next((each.values for each in user.attributes if each.name == field.id), ())


def attributes_of(profile: LocalIdentityUserProfile, fields: Posted) -> list[LocalIdentityUserAttribute]:
    """Return the attributes in a posted form. They are not checked here, so that the form shows all errors."""
    return [
        LocalIdentityUserAttribute.model_construct(name=each.id, values=list(fields[PREFIX + each.id]))
        for each in profile.fields
        if not each.is_managed and any(fields.get(PREFIX + each.id, ()))
    ]


def errors_by_field(error: ValidationFailed | None) -> Mapping[str, str]:
    """Return the texts of errors by the IDs of their fields; errors of the whole form have an empty ID."""
    found: dict[str, str] = {}
    for each in () if error is None else error.errors:
        path = each.field_path or ""
        name = path.removeprefix("attributes.") if path.startswith("attributes.") else ""
        found[name] = localized(each.message)
    return found


def shown_fields(
    profile: LocalIdentityUserProfile,
    user: LocalIdentityUserDetails | None,
    fields: Posted | None,
    errors: Mapping[str, str],
) -> list[dict[str, Any]]:
    """Return the fields for the template, with the posted values or the stored ones."""
    return [
        _shown(each, stored_values(user, each) if fields is None else fields.get(PREFIX + each.id, ()), errors)
        for each in profile.fields
        if not each.is_managed
    ]


def _shown(field: LocalIdentityUserField, values: Sequence[str], errors: Mapping[str, str]) -> dict[str, Any]:
    return {
        "name": PREFIX + field.id,
        "id": f"field-{field.id}",
        "label": field.label,
        "kind": _KINDS.get(field.type, "text"),
        "input_type": _INPUT_TYPES.get(field.type, "text"),
        "required": field.required,
        "options": field.options,
        "values": values,
        "value": next(iter(values), ""),
        "ticked": is_ticked(values),
        "error": errors.get(field.id, ""),
    }


_KINDS: Final = {
    LocalIdentityFieldType.CHECKBOX: "check",
    LocalIdentityFieldType.CHECKBOX_GROUP: "checks",
    LocalIdentityFieldType.DROP_DOWN: "choice",
}
_INPUT_TYPES: Final = {
    LocalIdentityFieldType.EMAIL: "email",
    LocalIdentityFieldType.PHONE: "tel",
    LocalIdentityFieldType.DATE: "date",
}
