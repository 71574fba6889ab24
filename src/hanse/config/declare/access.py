"""The table of roles, areas and intents that decides who may do what.

Every operation names an area and an intent; nothing is allowed that this table does not allow. The auditor flag
overrides roles: an auditor reads every area that holds configuration and writes none.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from hanse.kit.texts.labels import Labeled


class Role(Labeled):
    """The administrative roles of specification 3, section 1."""

    ADMINISTRATOR = "ADMINISTRATOR", "Administrator"
    USER_ADMINISTRATOR = "USER_ADMINISTRATOR", "User administrator"
    CRYPTO_ADMINISTRATOR = "CRYPTO_ADMINISTRATOR", "Crypto administrator"
    EXPRESSION_ADMINISTRATOR = "EXPRESSION_ADMINISTRATOR", "Expression administrator"
    DATA_COLLECTION_ADMINISTRATOR = "DATA_COLLECTION_ADMINISTRATOR", "Data collection administrator"


class Intent(StrEnum):
    """Whether an operation reads or changes something."""

    READ = "read"
    WRITE = "write"


class Area(StrEnum):
    """The area of an operation, which decides who may call it."""

    CONFIGURATION = "configuration"
    ACCOUNTS = "accounts"
    KEYS = "keys"
    # Virtual issuers: configuration that administrators of keys have to read as well.
    ISSUERS = "issuers"
    LICENSE = "license"
    SUPPORT_DATA = "support data"
    EXPRESSIONS = "expressions"
    # The caller's own session and preferences: no configuration, so auditors have them too.
    OWN_SESSION = "own session"
    # Version and console settings: what every signed-in administrator needs for the console to work.
    CONSOLE = "console"
    # The setup wizard's calls: they answer only before setup is complete, and only to the setup principal.
    SETUP = "setup"
    # Anyone, without a session: log-in and the session's state.
    PUBLIC = "public"


_ANY_ROLE = frozenset(Role)
_ADMINISTRATOR = frozenset({Role.ADMINISTRATOR})

# Area -> (roles that read, roles that write). An area's auditor rule follows below.
TABLE: dict[Area, tuple[frozenset[Role], frozenset[Role]]] = {
    Area.CONFIGURATION: (_ADMINISTRATOR, _ADMINISTRATOR),
    # Specification 1, section 6: every administrator's System page leads to the accounts.
    Area.ACCOUNTS: (
        frozenset({Role.USER_ADMINISTRATOR, Role.ADMINISTRATOR}),
        frozenset({Role.USER_ADMINISTRATOR}),
    ),
    Area.KEYS: (
        frozenset({Role.CRYPTO_ADMINISTRATOR, Role.ADMINISTRATOR}),
        frozenset({Role.CRYPTO_ADMINISTRATOR}),
    ),
    Area.ISSUERS: (frozenset({Role.CRYPTO_ADMINISTRATOR, Role.ADMINISTRATOR}), _ADMINISTRATOR),
    Area.LICENSE: (_ANY_ROLE, frozenset({Role.ADMINISTRATOR, Role.USER_ADMINISTRATOR})),
    Area.SUPPORT_DATA: (
        frozenset({Role.DATA_COLLECTION_ADMINISTRATOR}),
        frozenset({Role.DATA_COLLECTION_ADMINISTRATOR}),
    ),
    Area.EXPRESSIONS: (
        frozenset({Role.EXPRESSION_ADMINISTRATOR}),
        frozenset({Role.EXPRESSION_ADMINISTRATOR}),
    ),
    Area.OWN_SESSION: (_ANY_ROLE, _ANY_ROLE),
    Area.CONSOLE: (_ANY_ROLE, frozenset()),
    Area.SETUP: (frozenset(), frozenset()),
    Area.PUBLIC: (_ANY_ROLE, _ANY_ROLE),
}

AUDITOR_READS = frozenset(Area) - {Area.SETUP}
AUDITOR_WRITES = frozenset({Area.OWN_SESSION, Area.PUBLIC})


@dataclass(frozen=True)
class Principal:
    """A caller whose identity is proved: an administrative account, or the holder of the installation's set-up."""

    username: str
    roles: frozenset[Role] = field(default_factory=frozenset)
    auditor: bool = False
    is_setup: bool = False
    # The session through which an account calls, as the session store names it; None with HTTP Basic.
    session_id: str | None = None


def is_allowed(principal: Principal | None, area: Area, intent: Intent, *, open_to_setup: bool = False) -> bool:
    """Decide whether a caller may do this; `None` is a stranger.

    `open_to_setup` marks the operations that the setup wizard uses; who holds the set-up may call only those.
    """
    if area is Area.PUBLIC:
        return True
    if principal is None:
        return False
    if principal.is_setup:
        return open_to_setup
    if principal.auditor:
        return area in (AUDITOR_READS if intent is Intent.READ else AUDITOR_WRITES)
    readers, writers = TABLE[area]
    return bool(principal.roles & (readers if intent is Intent.READ else writers))


def readers_of(area: Area) -> frozenset[Role]:
    """Return the roles that may read an area; any one of them is enough."""
    readers, _ = TABLE[area]
    return readers
