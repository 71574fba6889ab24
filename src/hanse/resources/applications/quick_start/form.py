"""The form of the quick start."""

from typing import Final

from hanse.config.declare.ui.guided import GuidedCreation
from hanse.config.declare.ui.layout import AppliesWhen, FormLayout, Section
from hanse.config.declare.ui.navigation import APPLICATION_OAUTH, ConsolePage, Tile, TileIcon
from hanse.kit.texts.messages import message
from hanse.resources.applications.quick_start.model import NewApplication

PATH: Final = "/internal/applications"
_WITH_SERVER: Final = AppliesWhen("kind", ("WEB", "MACHINE"))

# A frame page of the clients' node, with an entry of its own for the tile and the header's search.
PAGE: Final = ConsolePage(
    id="addApplication",
    label="Add an Application",
    heading=APPLICATION_OAUTH,
    slug="clients/start",
    position=15,
    is_react=True,
    keywords=("new client", "add client", "create client", "oidc client", "quick start", "register an application"),
    tile=Tile(
        TileIcon.PUZZLE,
        "Connect a web, single-page, native or device application, or a service, with recommended settings.",
        position=5,
    ),
)
QUICK_START: Final = GuidedCreation(
    label=message("Add an Application"),
    description=message("Creates a client with recommended settings (RFC 9700), and the objects that it requires."),
    path=PATH,
    model=NewApplication,
    layout=FormLayout(
        sections=(
            Section("Application", ("kind", "name", "clientId", "redirectUris")),
            Section("Client Authentication", ("authentication", "jwks")),
        ),
        when={
            "redirectUris": (AppliesWhen("kind", ("WEB", "SINGLE_PAGE", "NATIVE")),),
            "authentication": (_WITH_SERVER,),
            "jwks": (_WITH_SERVER, AppliesWhen("authentication", ("PRIVATE_KEY_JWT",))),
        },
    ),
)
