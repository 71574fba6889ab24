"""The sources of all notices, and the notices for one person."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from hanse.config.declare.access import Area, Intent, Principal, is_allowed
from hanse.config.declare.notices import Notice, NoticeFinder
from hanse.config.declare.ports import Ports
from hanse.config.declare.registry import Registry
from hanse.config.declare.view import View


@dataclass(frozen=True)
class NoticeSource:
    """A source of notices, and the area whose readers receive them."""

    area: Area
    find_notices: NoticeFinder


def sources_of(registry: Registry) -> tuple[NoticeSource, ...]:
    """Return the sources that resources declare, in the registry's order."""
    return tuple(NoticeSource(each.area, find) for each in registry for find in each.notices)


def notices_for(principal: Principal, sources: Sequence[NoticeSource], view: View, ports: Ports) -> Iterator[Notice]:
    """Yield the notices for a person, in the order of the sources."""
    may_read = partial(is_allowed, principal, intent=Intent.READ)
    for source in sources:
        if may_read(area=source.area):
            yield from source.find_notices(view, ports)
