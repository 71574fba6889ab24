"""General settings of the server: connection checks of data stores, and the correlation of log lines."""

from typing import Annotated, Final

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import FormLayout, Section
from hanse.config.declare.ui.navigation import SERVER, ConsolePage
from hanse.kit.http.header_names import is_available
from hanse.kit.texts.labels import Labeled

# The longest time for which a successful check is reused. The API contract has no limit.
MOST_SECONDS: Final = 86_400
_NO_EFFECT: Final = "Stored for API clients. It has no effect on this server."


def _check_header(text: str) -> str:
    if text and not is_available(text):
        raise PydanticCustomError("invalid_header_name", "Enter the name of a header that only the proxy sets.")
    return text


class TransactionLogging(Labeled):
    """Detail of the transaction log of SAML connections."""

    DONT_OVERRIDE = "DONT_OVERRIDE", "Don't override"
    NONE = "NONE", "None"
    STANDARD = "STANDARD", "Standard"
    ENHANCED = "ENHANCED", "Enhanced"
    FULL = "FULL", "Full"


class GeneralSettings(ConfigModel):
    """Settings of the whole server.

    Three fields concern a transaction log of connections and automatic checks that this server does not have. Existing
    scripts set them, so that they are stored and returned, as log categories without effect are. The form does not show
    them, and keeps their values.
    """

    datastore_validation_interval_secs: Annotated[
        int,
        Field(
            ge=0,
            le=MOST_SECONDS,
            title="Data Store Validation Interval (Seconds)",
            description="Time for which a successful connection check of a data store is reused when the data store is "
            "saved again with the same connection settings. With 0, every save connects. The default is 300.",
        ),
    ] = 300
    request_header_for_correlation_id: Annotated[
        str,
        Field(
            max_length=64,
            title="Request Header for Correlation ID",
            description="Header of requests to the engine whose value is written to their log lines as correlation_id. "
            "Values with 1 to 50 letters, digits and hyphens are accepted. Configure the proxy to set or remove this "
            "header, so that clients cannot choose the value. If empty, log lines have only the server's request ID.",
        ),
        AfterValidator(_check_header),
    ] = ""
    disable_automatic_connection_validation: Annotated[
        bool,
        Field(
            title="Disable Automatic Connection Validation",
            description=_NO_EFFECT,
        ),
    ] = False
    idp_connection_transaction_logging_override: Annotated[
        TransactionLogging,
        Field(
            title="IdP Connection Transaction Logging Override",
            description=_NO_EFFECT,
        ),
    ] = TransactionLogging.DONT_OVERRIDE
    sp_connection_transaction_logging_override: Annotated[
        TransactionLogging,
        Field(
            title="SP Connection Transaction Logging Override",
            description=_NO_EFFECT,
        ),
    ] = TransactionLogging.DONT_OVERRIDE


GENERAL_SETTINGS = Resource(
    path=handles.GENERAL_SETTINGS.path,
    model=GeneralSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="General Settings", description="Connection checks of data stores, and correlation IDs in the log."
    ),
    default=GeneralSettings,
    ui=Ui(
        page=ConsolePage(
            id="generalSettings",
            label="General Settings",
            heading=SERVER,
            slug="general-settings",
            position=70,
            keywords=("correlation", "request ID", "data store validation"),
        ),
        guide="general-settings",
        form=ItemForm(
            layout=FormLayout(
                sections=(
                    Section("Data stores", ("datastoreValidationIntervalSecs",)),
                    Section("Logging", ("requestHeaderForCorrelationId",)),
                ),
                left_out=frozenset(
                    {
                        "disableAutomaticConnectionValidation",
                        "idpConnectionTransactionLoggingOverride",
                        "spConnectionTransactionLoggingOverride",
                    }
                ),
            )
        ),
    ),
)
