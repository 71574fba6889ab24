"""Settings of all Kerberos realms: for how long keys of earlier passwords are accepted.

This server verifies tickets with the key of its account, and calls no key distribution center. The settings of such
calls are kept for the exchange of configurations with servers that make them, and have no effect.
"""

from typing import Annotated, Final

from pydantic import AfterValidator, Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.ui.annotations import NotInForms
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.navigation import DATA_AND_CREDENTIAL_STORES, ConsolePage

_MOST: Final = 3600
_MOST_MINUTES: Final = 525_600


def _number(text: str) -> str:
    if not (text.isascii() and text.isdigit() and int(text) <= _MOST):
        raise ValueError("Enter a whole number from 0 to 3600.")
    return text


# The API contract has these numbers as texts.
NumberText = Annotated[str, Field(min_length=1, max_length=4), AfterValidator(_number)]


class KerberosRealmsSettings(ConfigModel):
    """The settings of all realms."""

    force_tcp: Annotated[bool, NotInForms(), Field(title="Force TCP")] = False
    kdc_retries: Annotated[NumberText, NotInForms(), Field(title="Retries")]
    debug_log_output: Annotated[bool, NotInForms(), Field(title="Debug log output")] = False
    kdc_timeout: Annotated[NumberText, NotInForms(), Field(title="Timeout (seconds)")]
    key_set_retention_period_mins: Annotated[
        int,
        Field(
            title="Accept previous keys for (minutes)",
            ge=1,
            le=_MOST_MINUTES,
            description="Time after a change of a password in which tickets for the previous one are accepted, for"
            " realms that keep previous keys. Usually it is the lifetime of a ticket, with some minutes for clocks.",
        ),
    ] = 610


KERBEROS_SETTINGS: Final = Resource(
    path=handles.KERBEROS_SETTINGS.path,
    model=KerberosRealmsSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Kerberos Realm Settings",
        description="Time for which tickets are accepted after a change of the account's password.",
    ),
    default=lambda: KerberosRealmsSettings(kdc_retries="3", kdc_timeout="3"),
    ui=Ui(
        page=ConsolePage(
            id="kerberosSettings",
            label="Kerberos Realm Settings",
            heading=DATA_AND_CREDENTIAL_STORES,
            slug="kerberos-realm-settings",
            position=50,
            keywords=("previous keys", "password change", "ticket lifetime"),
        ),
        guide="kerberos",
        form=ItemForm(),
    ),
)
