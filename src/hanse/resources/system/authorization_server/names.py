"""Rules for names of scopes."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

MAXIMUM_NAME_LENGTH = 256
WILDCARD = "*"
# `scope-token` of RFC 6749, section 3.3: printable ASCII except for space, double quote and backslash.
_SCOPE_TOKEN = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]*")


def _check_name(text: str) -> str:
    if not text:
        raise PydanticCustomError("required_field", "This field is required.")
    if not _SCOPE_TOKEN.fullmatch(text):
        raise PydanticCustomError(
            "invalid_scope",
            "Use only letters without accents, digits and punctuation. Spaces, double quotes and backslashes are "
            "not allowed.",
        )
    if {".", ".."} & set(text.split("/")):
        # Clients remove these segments before they send a request (RFC 3986, section 5.2.4), so such a scope could not
        # be read.
        raise PydanticCustomError("invalid_scope", "A part of the name cannot be a dot or two dots alone.")
    return text


ScopeName = Annotated[str, Field(title="Name", max_length=MAXIMUM_NAME_LENGTH), AfterValidator(_check_name)]


def wildcard_problem(name: str, *, dynamic: bool) -> str | None:
    """Return the error in the wildcards of a name, or None.

    The wildcard of a dynamic scope stands for a value in the request: in `payment:*`, the number of an order. With two
    wildcards it would be unclear which part of a request belongs to which.
    """
    count = name.count(WILDCARD)
    if dynamic and count != 1:
        return "The name of a dynamic scope must contain one asterisk, where its variable part is."
    if dynamic and name == WILDCARD:
        return "The name of a dynamic scope must be more than its variable part."
    if not dynamic and count:
        return "Only the name of a dynamic scope can contain an asterisk."
    return None
