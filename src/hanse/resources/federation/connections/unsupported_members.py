"""Members of connections that the API contract has and that this version does not support."""

from typing import Annotated

from pydantic import AfterValidator

from hanse.config.declare.types import Name
from hanse.config.declare.ui.annotations import NotInForms
from hanse.resources.unsupported_members import UnsupportedFlag, check_nothing, without_unsupported

__all__ = ["UnsupportedFlag", "UnsupportedNames", "without_unsupported"]

# As `UnsupportedFlag`, for lists.
UnsupportedNames = Annotated[list[Name], AfterValidator(check_nothing), NotInForms()]
