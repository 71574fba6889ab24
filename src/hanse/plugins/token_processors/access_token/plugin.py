"""The plug-in: its form."""

from hanse import handles
from hanse.config.declare.plugin_fields import Field, FieldType, Form
from hanse.config.plugins.plugin import Plugin
from hanse.plugins.contracts.token_processors import KIND
from hanse.plugins.token_processors.access_token.processor import (
    CONTRACT,
    JOINED_SCOPES,
    LIMITED_SCOPES,
    MANAGER,
    AccessTokenProcessor,
)
from hanse.plugins.token_processors.proof_setting import PROOF_FIELD

ACCESS_TOKEN_PROCESSOR = Plugin(
    kind=KIND,
    id="org.sourceid.wstrust.processor.oauth.BearerAccessTokenTokenProcessor",
    name="OAuth Access Token Processor",
    keywords=("bearer token", "reference token", "opaque token"),
    make=AccessTokenProcessor,
    attribute_contract=CONTRACT,
    supports_extended_contract=True,
    form=Form(
        description="Validates access tokens that this server issued: reference tokens and JSON Web Tokens.",
        fields=(
            Field(
                name=MANAGER,
                type=FieldType.SELECT,
                description="Access token manager that issued the tokens.",
                required=True,
                reference=handles.ACCESS_TOKEN_MANAGERS,
            ),
            Field(
                name=LIMITED_SCOPES,
                type=FieldType.CHECK_BOX,
                description="Issue only scopes and authorization details that the presented token has. If off, any that"
                " the client is allowed to request can be issued.",
                default="true",
                own=True,
            ),
            Field(
                name=JOINED_SCOPES,
                type=FieldType.CHECK_BOX,
                description="Provide the attribute scope as one text, separated by spaces, instead of a list.",
                default="false",
                advanced=True,
            ),
            PROOF_FIELD,
        ),
    ),
)
