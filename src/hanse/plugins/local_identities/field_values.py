"""Reads and checks the values that people enter in the fields of a profile."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Final

from hanse.config.declare.types import is_email_address
from hanse.kit.local_users import UserValue
from hanse.plugins.local_identities.profile import LocalProfile, PageText, ProfileField, ProfileFieldType

TRUE: Final = "true"
FALSE: Final = "false"
LONGEST_VALUE: Final = 256
# E.164 numbers have at most 15 digits; people write them with separators.
_PHONE: Final = re.compile(r"\+?[0-9][0-9 ()./-]{1,30}[0-9]")
_ISO_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# Values by field. A user of a form sends no more than one value of most fields.
Entered = Mapping[str, Sequence[str]]
Errors = dict[str, PageText]


def read_values(
    profile: LocalProfile, fields: Iterable[ProfileField], entered: Entered
) -> tuple[dict[str, UserValue], Errors]:
    """Return the values of some fields, and the errors in them by field.

    Only values of these fields are read, whatever else was sent. An empty value is omitted.
    """
    values: dict[str, UserValue] = {}
    errors: Errors = {}
    for field in fields:
        value, error = _read(profile, field, entered.get(field.id, ()))
        if error is not None:
            errors[field.id] = error
        if value:
            values[field.id] = value
    return values, errors


def _read(profile: LocalProfile, field: ProfileField, entered: Sequence[str]) -> tuple[UserValue, PageText | None]:
    if field.type is ProfileFieldType.CHECKBOX_GROUP:
        chosen = [each for each in field.options if each in entered]
        missing = field.required and not chosen
        return chosen, PageText("account.required") if missing else None
    value = entered[0].strip() if entered else ""
    if field.type is ProfileFieldType.CHECKBOX:
        is_ticked = value in (TRUE, "on")
        missing = field.required and not is_ticked
        return TRUE if is_ticked else FALSE, PageText("account.required") if missing else None
    if field.unique and profile.strips_spaces:
        value = "".join(value.split())
    if not value:
        return "", PageText("account.required") if field.required else None
    if len(value) > LONGEST_VALUE or not value.isprintable():
        return value[:LONGEST_VALUE], PageText("account.invalid_text", maximum=LONGEST_VALUE)
    check, message = _CHECKS.get(field.type, (lambda _text: True, ""))
    if field.type is ProfileFieldType.DROP_DOWN and value not in field.options:
        return "", PageText("account.invalid_choice")
    return value, None if check(value) else PageText(message)


def _is_date(text: str) -> bool:
    try:
        return _ISO_DATE.fullmatch(text) is not None and date.fromisoformat(text) is not None
    except ValueError:
        return False


_CHECKS: Final[Mapping[ProfileFieldType, tuple[Callable[[str], bool], str]]] = {
    ProfileFieldType.EMAIL: (is_email_address, "account.invalid_email"),
    ProfileFieldType.PHONE: (lambda text: _PHONE.fullmatch(text) is not None, "account.invalid_phone"),
    ProfileFieldType.DATE: (_is_date, "account.invalid_date"),
}
