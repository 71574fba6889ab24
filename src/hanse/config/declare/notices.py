"""Notices for administrators, which the console shows behind its bell.

A source is a function that checks its cause at every call, so that no notice has to be withdrawn when the cause is
gone, and all nodes return the same notices. A resource declares its own sources (`Resource.notices`); the composition
root adds others as `NoticeSource`. Only administrators who may read the area receive a notice.

A source returns one notice for many equal causes: a hundred expiring certificates are one notice with their number.
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
    """Return a text unchanged: pydantic would turn a message into plain text, which could not be translated."""
    return value if isinstance(value, Message) else check(value)


NoticeText = Annotated[str, WrapValidator(_keep_message)]


class Notice(ConfigModel):
    """One notification or warning (specification 3, section 3)."""

    id: Annotated[str, Field(description="Identifier that stays the same as long as the cause lasts.")]
    label: NoticeText
    description: NoticeText
    path: Annotated[str | None, Field(description="Page of the console on which the cause can be resolved.")] = None


# Time before an expiration at which the notice appears.
EXPIRY_WARNING: Final = timedelta(days=30)

NoticeFinder = Callable[[View, Ports], Iterable[Notice]]
