"""Settings of the calls of key distribution centers.

This server verifies tickets with the key of its account, and calls no key distribution center. The settings are kept
for the exchange of configurations with servers that do, and have no effect. Therefore they have no page in the console.
"""

from typing import Annotated, Final

from pydantic import AfterValidator, Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource

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

    force_tcp: Annotated[bool, Field(title="Force TCP")] = False
    kdc_retries: Annotated[NumberText, Field(title="Retries")]
    debug_log_output: Annotated[bool, Field(title="Debug log output")] = False
    kdc_timeout: Annotated[NumberText, Field(title="Timeout (seconds)")]
    key_set_retention_period_mins: Annotated[
        int, Field(title="Retention of previous keys (minutes)", ge=1, le=_MOST_MINUTES)
    ] = 610


KERBEROS_SETTINGS: Final = Resource(
    path=handles.KERBEROS_SETTINGS.path,
    model=KerberosRealmsSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Active Directory Domain/Kerberos Realm Settings",
        description="Settings of the calls of key distribution centers, kept for the exchange with other servers.",
    ),
    default=lambda: KerberosRealmsSettings(kdc_retries="3", kdc_timeout="3"),
)
