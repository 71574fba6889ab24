"""Settings of the sign-in trace."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import AppliesWhen, FormLayout
from hanse.config.declare.ui.navigation import SERVER, ConsolePage

_ENABLED = (AppliesWhen("enabled"),)


class SignInTraceSettings(ConfigModel):
    """The sign-ins that are recorded, and for how long."""

    enabled: Annotated[
        bool,
        Field(
            title="Record Sign-Ins",
            description="Record the steps of each sign-in and each failed request for a token, so that administrators "
            "and auditors can find out why a sign-in failed. Passwords, codes and tokens are never recorded.",
        ),
    ] = True
    record_attributes: Annotated[
        bool,
        Field(
            title="Record Attribute Values",
            description="Record the values of users' attributes before and after mappings. Attributes that adapters, "
            "connections and token processors mask are recorded without their values. If not selected, only names are "
            "recorded.",
        ),
    ] = True
    record_token_requests: Annotated[
        bool,
        Field(
            title="Record Successful Token Requests",
            description="Record requests for tokens that succeed as well, with the attributes of the tokens. Failed "
            "requests are always recorded.",
        ),
    ] = False
    retention_days: Annotated[
        int,
        Field(
            title="Retention (Days)",
            description="Number of days after which a trace is deleted.",
            ge=1,
            le=90,
        ),
    ] = 7
    maximum_traces: Annotated[
        int,
        Field(
            title="Maximum Number of Traces",
            description="Maximum number of traces. When it is exceeded, the oldest traces are deleted.",
            ge=1_000,
            le=1_000_000,
        ),
    ] = 100_000


SIGN_IN_TRACE_SETTINGS = Resource(
    path=handles.SIGN_IN_TRACE_SETTINGS.path,
    model=SignInTraceSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Sign-In Trace Settings", description="Sign-ins that are recorded, and their retention."),
    default=SignInTraceSettings,
    ui=Ui(
        page=ConsolePage(
            id="signInTraceSettings",
            label="Sign-In Trace Settings",
            heading=SERVER,
            slug="sign-in-trace-settings",
            position=96,
            keywords=("audit", "troubleshooting", "retention"),
        ),
        guide="sign-in-trace",
        form=ItemForm(
            layout=FormLayout(
                when=dict.fromkeys(
                    ("recordAttributes", "recordTokenRequests", "retentionDays", "maximumTraces"), _ENABLED
                )
            )
        ),
    ),
)
