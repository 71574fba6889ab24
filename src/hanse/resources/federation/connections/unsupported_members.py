"""Members of connections that the API contract has and that this version does not support."""

from typing import Annotated, Any

from pydantic import AfterValidator

from hanse.config.declare.types import Name
from hanse.config.declare.ui.annotations import NotInForms
from hanse.config.declare.validation_messages import refusal
from hanse.resources.unsupported_members import without_unsupported

__all__ = ["UnsupportedFlag", "UnsupportedNames", "without_unsupported"]


def _check_nothing(value: Any) -> Any:
    if value:
        raise refusal("not_supported", "This is not supported by this version. Leave it off.")
    return value


# Members that clients of the API contract always send, and expect in the answer: only values that enable nothing.
UnsupportedFlag = Annotated[bool, AfterValidator(_check_nothing), NotInForms()]
UnsupportedNames = Annotated[list[Name], AfterValidator(_check_nothing), NotInForms()]
