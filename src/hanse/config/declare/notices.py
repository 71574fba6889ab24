"""What the server tells administrators by itself: the notifications behind the console's bell.

A source is a function that looks at its cause anew at every call, so that nothing has to be withdrawn once the cause is
gone, and every node answers alike. A resource declares its own (`Resource.notices`); what is no resource's is a
`NoticeSource` that the composition root adds. Only those who may read the area hear of it.

A source says a thing once: a hundred certificates near their end are one notice that counts them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import Field, ValidatorFunctionWrapHandler, WrapValidator

from hanse.config.declare.access import Area, Intent, Principal, is_allowed
from hanse.config.declare.fields import ConfigModel
from hanse.kit.texts.messages import Message

if TYPE_CHECKING:
    from hanse.config.declare.ports import Ports
    from hanse.config.declare.registry import Registry
    from hanse.config.view import View


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

Look = Callable[["View", "Ports"], Iterable[Notice]]


@dataclass(frozen=True)
class NoticeSource:
    """One cause to look at, and the area that one has to read in order to hear of it."""

    area: Area
    look: Look


def sources_of(registry: "Registry") -> tuple[NoticeSource, ...]:
    """Return the sources that resources declare, in the registry's order."""
    return tuple(NoticeSource(each.area, look) for each in registry for look in each.notices)


def notices_for(
    principal: Principal, sources: Sequence[NoticeSource], view: "View", ports: "Ports"
) -> Iterator[Notice]:
    """Yield what there is to tell one person, in the order of the sources."""
    may_read = partial(is_allowed, principal, intent=Intent.READ)
    for source in sources:
        if may_read(area=source.area):
            yield from source.look(view, ports)
