"""Virtual host names: additional host names under which this server answers."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import HostName
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.ui.navigation import SERVER, ConsolePage, Icon, Tile, TileIcon
from hanse.kit.errors import FieldError

MAXIMUM = 10_000


class VirtualHostNameSettings(ConfigModel):
    """The virtual host names, in the order that administrators chose."""

    virtual_host_names: Annotated[
        list[HostName],
        Field(title="Host Domain Name", max_length=MAXIMUM, description="Host name that resolves to this server."),
    ]
    # Required, although the API contract leaves it optional: a body that lacks the list by mistake must not empty it.


def _check_not_repeated(proposal: Proposal[VirtualHostNameSettings]) -> Iterator[FieldError]:
    # Host names are case-insensitive (RFC 4343).
    seen: set[str] = set()
    for index, name in enumerate(proposal.new.virtual_host_names):
        if name.lower() in seen:
            yield FieldError("This host name is already in the list.", f"virtualHostNames[{index}]", "value_in_use")
        seen.add(name.lower())


UI = Ui(
    page=ConsolePage(
        id="virtualHostNames",
        label="Virtual Host Names",
        heading=SERVER,
        slug="virtual-hostnames",
        position=40,
        keywords=("domain", "DNS"),
        is_react=True,
        icon=Icon.HOST,
        is_default_shortcut=True,
        tile=Tile(TileIcon.GLOBE, "Additional host names at which the server responds.", position=80),
    ),
)

VIRTUAL_HOST_NAMES = Resource(
    path=handles.VIRTUAL_HOST_NAMES.path,
    model=VirtualHostNameSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Virtual Host Names",
        description="Host names, in addition to that of the base URL, at which this server responds.",
    ),
    default=lambda: VirtualHostNameSettings(virtual_host_names=[]),
    saving=SaveRules(rules=(_check_not_repeated,)),
    ui=UI,
)
