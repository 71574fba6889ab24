"""Settings of the console, and the version."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

from cryptography.hazmat.bindings._rust import openssl
from pydantic import Field

from hanse.admin.shell.navigation_nodes import TreeNode, locked, visible
from hanse.config.declare.access import Area, Intent, Role, is_allowed, readers_of
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.navigation import TileIcon
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.texts.translation import localized

UI = "/pf-admin-ui"
UI_SETTINGS = f"{UI}/uiSettings"
TAG = "Console"
_MILLISECOND = timedelta(milliseconds=1)


class Version(ConfigModel):
    """The version of the server."""

    version: str


class NavigationTile(ConfigModel):
    """A tile on the landing page of an area, which shows them sorted by their positions."""

    label: str
    description: str
    icon: TileIcon
    position: int


class NavigationNode(ConfigModel):
    """A node of the navigation tree; `react` marks pages that the React console shows."""

    id: str
    label: str
    level: str
    path: str | None = None
    react: bool
    tile: NavigationTile | None = None
    # Synonyms by which the header's search finds the page.
    keywords: list[str] | None = None
    children: list["NavigationNode"]


class LockedPlace(ConfigModel):
    """A page that the caller may not open, and the roles that may open it."""

    label: str
    path: str
    roles: list[Role]


class UiSettings(ConfigModel):
    """The settings that the console needs (specification 3, section 3)."""

    nav_tree: list[NavigationNode]
    # Pages that are not in the tree: the console names the missing role instead of calling the server in vain.
    locked_places: list[LockedPlace]
    console_title: str
    environment: str
    show_background: bool
    console_session_timeout_in_milli: int
    version: str
    fipsmode: bool
    account_management_visible: bool
    admin_visible: bool
    ping_one_admin_url_region: str | None = None
    ping_one_admin_url_environment_id: str | None = None
    timezone: str
    is_log4j2_upgraded: bool = Field(default=False, alias="isLog4j2Upgraded")
    documentation_urls: dict[str, str]
    # Digest of all settings. Pages in the inner frame compare it with their own, and notice when settings have changed.
    digest: str = ""


@dataclass(frozen=True)
class Console:
    """Facts about the console that the installation's options determine.

    `documentation_urls` are by help topic; the help menu opens `main-menu`.
    """

    version: str
    # The complete tree; each caller sees a part of it.
    navigation: tuple[TreeNode, ...] = ()
    title: str = "Hanse"
    environment: str = ""
    show_background: bool = False
    idle_timeout: timedelta = timedelta(minutes=30)
    # The time zone in which the console shows times; in JSON all times are in UTC.
    timezone: str = "UTC"
    documentation_urls: Mapping[str, str] = field(default_factory=dict)
    help_base_url: str = ""
    ping_one_region: str | None = None
    ping_one_environment_id: str | None = None
    # True while a migrated Log4j 2 configuration is not merged yet. Log settings have no effect until then.
    has_migrated_log4j2: Callable[[], bool] = lambda: False

    def read_version(self, _call: Call) -> OperationResult:
        """Return the version."""
        return OperationResult(Version(version=self.version))

    def ui_settings(self, call: Call) -> OperationResult:
        """Return the settings, with the navigation nodes that the caller may read."""
        principal = call.principal
        settings = UiSettings(
            nav_tree=[NavigationNode.model_validate(node) for node in visible(principal, self.navigation)],
            locked_places=[
                LockedPlace(label=localized(node.label), path=node.path, roles=sorted(readers_of(node.area)))
                for node in locked(principal, self.navigation)
                if node.area is not None
            ],
            console_title=self.title,
            environment=self.environment,
            show_background=self.show_background,
            console_session_timeout_in_milli=self.idle_timeout // _MILLISECOND,
            version=self.version,
            fipsmode=is_fips_enabled(),
            account_management_visible=is_allowed(principal, Area.ACCOUNTS, Intent.READ),
            admin_visible=is_allowed(principal, Area.CONFIGURATION, Intent.READ),
            ping_one_admin_url_region=self.ping_one_region,
            ping_one_admin_url_environment_id=self.ping_one_environment_id,
            timezone=self.timezone,
            is_log4j2_upgraded=self.has_migrated_log4j2(),
            documentation_urls=dict(self.documentation_urls),
        )
        digest = hashlib.sha256(settings.model_dump_json().encode()).hexdigest()
        return OperationResult(settings.model_copy(update={"digest": digest}))

    def operations(self) -> list[Operation]:
        """Return the operations."""
        facts = partial(Operation, area=Area.CONSOLE, tag=TAG, in_transaction=False, on_passive=True)
        return [
            facts(
                path=f"{API}/version", summary="Read the version of the server", run=self.read_version, answer=Version
            ),
            facts(
                path=UI_SETTINGS, summary="Read the settings of the console", run=self.ui_settings, answer=UiSettings
            ),
        ]


def is_fips_enabled() -> bool:
    """Return whether the OpenSSL library in use runs with its FIPS provider as the default."""
    # The library has no public function for it; its own backend uses this one.
    return bool(openssl.is_fips_enabled())
