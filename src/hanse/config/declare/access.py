"""The table of roles, areas and intents that decides which operations an administrator may call.

Every operation names an area and an intent; what this table does not allow is refused. The auditor flag overrides
roles: an auditor reads every area that holds configuration and writes none.
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
    """The intent of an operation: to read or to write."""

    READ = "read"
    WRITE = "write"


class Area(StrEnum):
    """The area of an operation, which decides who may call it."""

    CONFIGURATION = "configuration"
    ACCOUNTS = "accounts"
    KEYS = "keys"
    # Virtual issuers: configuration that crypto administrators need to read as well.
    ISSUERS = "issuers"
    LICENSE = "license"
    SUPPORT_DATA = "support data"
    EXPRESSIONS = "expressions"
    # The caller's own session and preferences. They are not configuration, so auditors may change them too.
    OWN_SESSION = "own session"
    # Version and console settings, which the console needs for every signed-in administrator.
    CONSOLE = "console"
    # Operations of the setup wizard: they answer only before the setup is complete, and only to the setup principal.
    SETUP = "setup"
    # Open to anyone, without a session: log-in and the session's state.
    PUBLIC = "public"


_ANY_ROLE = frozenset(Role)
_ADMINISTRATOR = frozenset({Role.ADMINISTRATOR})

# Area -> (roles that read, roles that write). The rule for auditors follows below.
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
    """An authenticated caller: an administrative account, or the person who carries out the installation's setup."""

    username: str
    roles: frozenset[Role] = field(default_factory=frozenset)
    auditor: bool = False
    is_setup: bool = False
    # The session of the caller, by its name in the session store; None with HTTP Basic.
    session_id: str | None = None


def is_allowed(principal: Principal | None, area: Area, intent: Intent, *, open_to_setup: bool = False) -> bool:
    """Return whether a caller may perform an operation; `None` is an unauthenticated caller.

    `open_to_setup` marks the operations of the setup wizard, the only ones that the setup principal may call.
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
    """Return the roles that may read an area; one of them is enough."""
    readers, _ = TABLE[area]
    return readers


def writers_of(area: Area) -> frozenset[Role]:
    """Return the roles that may change an area; one of them is enough."""
    _, writers = TABLE[area]
    return writers
