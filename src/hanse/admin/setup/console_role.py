"""The role of this console among several, of a server that is the only one."""

from hanse.config.access import Area
from hanse.config.fields import ConfigModel
from hanse.config.operation import API, Answer, Call, Operation

TAG = "Console role"


class ActivePassiveConsoleInfo(ConfigModel):
    """Whether there can be several consoles, and which role this one has (specification 2, section 3)."""

    enabled: bool = False
    role: str = "ACTIVE"


class AdminNodeRoleServiceInfo(ConfigModel):
    """What there is to know after a console became active."""

    warnings: list[str]


def _info(_call: Call) -> Answer:
    return Answer(ActivePassiveConsoleInfo())


def _become_active(_call: Call) -> Answer:
    # The only console is the active one, so there is nothing to change and nothing to warn of.
    return Answer(AdminNodeRoleServiceInfo(warnings=[]))


CONSOLE_ROLE_OPERATIONS = (
    Operation(
        path=f"{API}/internal/activePassiveConsoleInfo",
        area=Area.CONSOLE,
        summary="The role of this console",
        run=_info,
        tag=TAG,
        answer=ActivePassiveConsoleInfo,
        open_to_setup=True,
        in_transaction=False,
    ),
    Operation(
        method="POST",
        path=f"{API}/cluster/adminNode/role/active",
        area=Area.CONFIGURATION,
        summary="Make this console the active one",
        run=_become_active,
        tag=TAG,
        answer=AdminNodeRoleServiceInfo,
        open_to_setup=True,
        in_transaction=False,
    ),
)
