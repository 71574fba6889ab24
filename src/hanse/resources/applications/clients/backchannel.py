"""The settings of clients that authenticate users on the users' own devices (OpenID Connect CIBA)."""

from typing import Annotated

from pydantic import Field

from hanse.resources.applications.clients.addresses import OptionalSecureAddress
from hanse.resources.applications.clients.choices import AsymmetricAlgorithm, DeliveryMode
from hanse.resources.applications.clients.registered import RegisteredFields


class BackchannelFields(RegisteredFields):
    """The delivery of tokens, and the form of backchannel authentication requests."""

    ciba_delivery_mode: Annotated[
        DeliveryMode | None,
        Field(
            title="CIBA Token Delivery Method",
            description="Delivery of tokens: the client polls for them, or is notified when they are available.",
        ),
    ] = None
    ciba_notification_endpoint: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="CIBA Notification Endpoint",
            description="Address at which the client is notified that its tokens are available.",
        ),
    ] = None
    ciba_user_code_supported: Annotated[
        bool | None,
        Field(
            title="CIBA User Code Supported",
            description="Accept a user code with a backchannel authentication request.",
        ),
    ] = None
    ciba_request_object_signing_algorithm: Annotated[
        AsymmetricAlgorithm | None,
        Field(
            title="CIBA Request Object Signing Algorithm",
            description="Algorithm that clients must use to sign request objects. If not set, any supported "
            "algorithm is accepted.",
        ),
    ] = None
