"""Meanings that administrators assign to error messages of directories that this server does not know."""

from collections.abc import Iterable, Mapping

from hanse.config.declare.plugin_fields import Field, FieldType, Option, Table

OVERRIDES = "Authentication Error Overrides"
EXPRESSION, CONDITION, KEY = "Match Expression", "Error", "Message Properties Key"
TRY_AGAIN = "Please try again later"
LOCKED, DISABLED_CONDITIONS = "Account locked", ("Account disabled", "Account expired")
# Existing clients know these meanings. Except the one above, each means that the user cannot sign in now.
CONDITIONS = (
    "Account disabled",
    "Account expired",
    "Account locked",
    "Attribute value invalid",
    "Attribute conflict",
    "Invalid credentials",
    "Invalid telephone number",
    "Not permitted to logon at this time",
    "Not permitted to logon at this workstation",
    "Password expired",
    "Password policy violated",
    TRY_AGAIN,
    "User already exists",
    "User must reset password",
    "User not found",
    "Custom Message Key",
)


def override_of(message: str, rows: Iterable[Mapping[str, str]], *, exact: bool) -> tuple[str | None, str]:
    """Return the meaning and the message key of the first row that matches a message, or None if no row does."""
    for row in rows:
        expression, text = row[EXPRESSION], message
        if matches(expression, text) if exact else matches(expression.casefold(), text.casefold()):
            return row[CONDITION], row.get(KEY, "")
    return None, ""


def matches(expression: str, text: str) -> bool:
    """Return whether a text matches an expression, in which an asterisk matches any text, including none."""
    first, *more = expression.split("*")
    if not more:
        return text == first
    *between, last = more
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return False
    place, end = len(first), len(text) - len(last)
    # The leftmost match of each part leaves most space for the next, so no backtracking is needed.
    for part in between:
        found = text.find(part, place, end)
        if found < 0:
            return False
        place = found + len(part)
    return True


TABLE = Table(
    name=OVERRIDES,
    description="Meaning of the directory's error messages. The first matching row applies.",
    columns=(
        Field(
            name=EXPRESSION,
            description="Error message. An asterisk matches any text, as in *locked*.",
            required=True,
            maximum_length=1024,
        ),
        Field(
            name=CONDITION,
            description=f"Meaning of the message. With '{TRY_AGAIN}' the validator is unavailable; with any other"
            " the sign-in fails.",
            type=FieldType.SELECT,
            options=tuple(Option(each, each) for each in CONDITIONS),
            required=True,
        ),
        Field(
            name=KEY,
            description="Key of the message that users see, in the texts of the templates folder.",
            maximum_length=256,
        ),
    ),
)
