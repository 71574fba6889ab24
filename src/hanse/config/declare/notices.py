"""What the server tells administrators by itself: the notifications behind the console's bell.

A source is a function that looks at its cause anew at every call, so that nothing has to be withdrawn once the cause is
gone, and every node answers alike. A resource declares its own (`Resource.notices`); what is no resource's is a
`NoticeSource` that the composition root adds. Only those who may read the area hear of it.

A source says a thing once: a hundred certificates near their end are one notice that counts them.
"""

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Annotated, Any, Final

from pydantic import Field, ValidatorFunctionWrapHandler, WrapValidator

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ports import Ports
from hanse.config.declare.view import View
from hanse.kit.texts.messages import Message


def _keep_message(value: Any, check: ValidatorFunctionWrapHandler) -> str:
    """Return a text as it is: pydantic would make a plain text of a message, which could not be translated."""
    return value if isinstance(value, Message) else check(value)


NoticeText = Annotated[str, WrapValidator(_keep_message)]


class Notice(ConfigModel):
    """One notification or warning (specification 3, section 3)."""

    id: Annotated[str, Field(description="Identifier that stays the same as long as the cause lasts.")]
    label: NoticeText
    description: NoticeText
    path: Annotated[str | None, Field(description="Page of the console on which the cause can be resolved.")] = None


# How long before its end one hears of something that ends.
EXPIRY_WARNING: Final = timedelta(days=30)

Look = Callable[[View, Ports], Iterable[Notice]]
