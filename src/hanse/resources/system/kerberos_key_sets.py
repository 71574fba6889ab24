"""Earlier passwords of a realm's account, whose tickets are accepted for some time after a change of the password.

Users have tickets that were issued for the old password until these expire, usually after ten hours.
"""

from datetime import timedelta
from typing import Annotated, Final

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import ConfigModel, Secret
from hanse.config.declare.types import Moment
from hanse.config.declare.view import View

# The paths of the secrets of a realm.
WAY_OF_PASSWORD: Final = ("kerberosPassword",)
# There are more only if the password is changed every few minutes.
MOST_KEY_SETS: Final = 20


class KerberosKeySet(ConfigModel):
    """The keys of an earlier password; what is stored is the password, from which they are derived."""

    key_set: Annotated[str | None, Field(title="Earlier password", max_length=1024), Secret()] = None
    encrypted_key_set: Annotated[str | None, Field(max_length=16_384)] = None
    deactivated_at: Annotated[Moment, Field(title="Replaced at")]


def way_of_key_set(number: int) -> tuple[str, int, str]:
    """Return the path of the secret of a key set of a realm."""
    return "keySets", number, "keySet"


def retention(view: View) -> timedelta:
    """Return for how long the keys of an earlier password are accepted."""
    return timedelta(minutes=view.singleton(handles.KERBEROS_SETTINGS).key_set_retention_period_mins)
