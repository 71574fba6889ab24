"""Members of the API contract that this version does not support."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Final

from pydantic import AfterValidator

from hanse.config.declare.ui.annotations import NotInForms
from hanse.config.declare.validation_messages import refusal
from hanse.kit.texts.messages import message

# These values enable nothing. Clients of the API contract send them for features that are not configured.
_NOTHING: Final[tuple[Any, ...]] = (None, "", [], {}, False)


def check_nothing(value: Any) -> Any:
    """Return a value that enables nothing. Raises PydanticCustomError for all others."""
    if value:
        raise refusal("not_supported", "This is not supported by this version. Leave it off.")
    return value


# A member that clients of the API contract always send, and expect in the answer.
UnsupportedFlag = Annotated[bool, AfterValidator(check_nothing), NotInForms()]


def without_unsupported(sent: Any, names: Collection[str]) -> Any:
    """Return a body without unsupported members that enable nothing. Raises PydanticCustomError for all others.

    Unsupported members are never stored, because they would seem to have an effect.
    """
    if not isinstance(sent, Mapping):
        return sent
    for name in names:
        if name in sent and sent[name] not in _NOTHING:
            raise refusal(
                "not_supported", message("{member} is not supported by this version. Leave it out.", member=name)
            )
    return {name: value for name, value in sent.items() if name not in names}
