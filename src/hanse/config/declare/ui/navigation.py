"""The console's navigation: its areas and headings, and the page of a resource."""

from dataclasses import dataclass
from enum import StrEnum


class Icon(StrEnum):
    """The icon beside the name of a page in the console."""

    APPLICATIONS = "applications"
    AUTHENTICATION = "authentication"
    CLOUD = "cloud"
    HOST = "host"
    KEY = "key"
    LICENSE = "license"
    SECURITY = "security"
    SYSTEM = "system"


class TileIcon(StrEnum):
    """The icon of a tile on a landing page."""

    BADGE = "badge"
    BRANCH = "branch"
    CATALOG = "catalog"
    CERTIFICATE = "certificate"
    CLOCK = "clock"
    COGS = "cogs"
    CONNECTED = "connected"
    CUBE = "cube"
    DATABASE = "database"
    DIRECTIONS = "directions"
    ENVELOPE = "envelope"
    EXCHANGE = "exchange"
    FILTER = "filter"
    GLOBE = "globe"
    INTEGRATION = "integration"
    KEY = "key"
    LINK = "link"
    LOCK = "lock"
    OPENID = "openid"
    PLUG = "plug"
    PROFILE = "profile"
    PUZZLE = "puzzle"
    SHIELD = "shield"
    TAGS = "tags"
    TICKET = "ticket"
    USERS = "users"


@dataclass(frozen=True)
class Tile:
    """A tile for a page on the landing page of its area (specification 1, section 2)."""

    icon: TileIcon
    description: str
    # Sorts the tiles of an area. Numbers have gaps for further tiles.
    position: int
    # True if only auditors and administrators who may change the area see it (specification 1, section 6).
    for_writers: bool = False
    # The name of the page on the tile, if the specification uses another one than in the navigation.
    label: str = ""


@dataclass(frozen=True)
class Heading:
    """A heading of the navigation, above a group of pages. Its id begins with that of its area."""

    id: str
    label: str
    icon: Icon | None = None


@dataclass(frozen=True)
class MainArea:
    """One of the four areas at the top of the navigation, with its headings in their order."""

    id: str
    label: str
    icon: Icon
    headings: tuple[Heading, ...]


@dataclass(frozen=True, kw_only=True)
class ConsolePage:
    """One page of the navigation. Several resources that share a page declare the same value."""

    id: str
    label: str
    heading: Heading
    # The last segment of the page's address.
    slug: str
    # Sorts the pages below a heading. Numbers have gaps for further pages.
    position: int
    # True if the console renders the page itself, false if the server does.
    is_react: bool = False
    # Without an icon of its own, a page has the icon of its heading or area.
    icon: Icon | None = None
    # True for a shortcut of administrators who have not chosen their own.
    is_default_shortcut: bool = False
    # Synonyms by which the header's search finds the page.
    keywords: tuple[str, ...] = ()
    # Without one, only the navigation leads to the page.
    tile: Tile | None = None

    @property
    def path(self) -> str:
        """Return the address of the page in the console."""
        return f"/{self.heading.id}/{self.slug}"


AUTHENTICATION_INTEGRATION = Heading("authentication/integration", "Integration")
AUTHENTICATION_POLICIES = Heading("authentication/policies", "Policies")
AUTHENTICATION_OAUTH = Heading("authentication/oauth", "OAuth")
APPLICATION_INTEGRATION = Heading("applications/integration", "Integration")
APPLICATION_OAUTH = Heading("applications/oauth", "OAuth")
TOKEN_EXCHANGE = Heading("applications/token-exchange", "Token Exchange")
CERTIFICATES_AND_KEYS = Heading(
    "security/certificate-and-key-management", "Certificate & Key Management", icon=Icon.KEY
)
SYSTEM_INTEGRATION = Heading("security/system-integration", "System Integration")
DATA_AND_CREDENTIAL_STORES = Heading("system/data-and-credential-stores", "Data & Credential Stores")
SERVER = Heading("system/server", "Server")
OAUTH_SETTINGS = Heading("system/oauth-settings", "OAuth Settings")
EXTERNAL_SYSTEMS = Heading("system/external-systems", "External Systems", icon=Icon.CLOUD)
PROTOCOL_METADATA = Heading("system/protocol-metadata", "Protocol Metadata")

# A heading without pages is not shown, so the whole structure can be declared here from the start.
MAIN_AREAS = (
    MainArea(
        "authentication",
        "Authentication",
        Icon.AUTHENTICATION,
        (AUTHENTICATION_INTEGRATION, AUTHENTICATION_POLICIES, AUTHENTICATION_OAUTH),
    ),
    MainArea(
        "applications",
        "Applications",
        Icon.APPLICATIONS,
        (APPLICATION_INTEGRATION, APPLICATION_OAUTH, TOKEN_EXCHANGE),
    ),
    MainArea("security", "Security", Icon.SECURITY, (CERTIFICATES_AND_KEYS, SYSTEM_INTEGRATION)),
    MainArea(
        "system",
        "System",
        Icon.SYSTEM,
        (DATA_AND_CREDENTIAL_STORES, SERVER, OAUTH_SETTINGS, EXTERNAL_SYSTEMS, PROTOCOL_METADATA),
    ),
)
