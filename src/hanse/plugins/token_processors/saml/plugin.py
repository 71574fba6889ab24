"""The plug-in: its form."""

from hanse.config.declare.plugin_fields import Field, FieldType, Form, Table
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import Plugin
from hanse.plugins.contracts.token_processors import KIND
from hanse.plugins.token_processors.saml import setting_names
from hanse.plugins.token_processors.saml.processor import SamlProcessor, certificates_problem, name_problem
from hanse.saml.attributes import SAML_SUBJECT

_MOST_SECONDS, _MOST_MINUTES = 600, 1_440


def _names(table: str, column: str, description: str) -> Table:
    return Table(
        name=table,
        description=description,
        columns=(
            Field(
                name=column,
                description="Distinguished name, such as CN=app, O=Example.",
                required=True,
                maximum_length=1024,
                check=name_problem,
            ),
        ),
    )


SAML_PROCESSOR = Plugin(
    kind=KIND,
    id="org.sourceid.wstrust.processor.saml.Saml20TokenProcessor",
    name="SAML 2.0 Token Processor",
    keywords=("SAML", "assertion", "RFC 8693", "federation"),
    make=SamlProcessor,
    attribute_contract=(SAML_SUBJECT,),
    supports_extended_contract=True,
    form=Form(
        description="Validates signed SAML 2.0 assertions of one trusted issuer, encoded in base64url.",
        fields=(
            Field(
                name=setting_names.ISSUER,
                description="Entity ID of the issuer (element Issuer). If empty, all assertions are refused.",
                maximum_length=1024,
                own=True,
            ),
            Field(
                name=setting_names.CERTIFICATES,
                type=FieldType.TEXT_AREA,
                description="Certificates of the issuer in PEM. An assertion must be signed with the key of one of"
                " them. Signatures of expired certificates are refused. Certificates in assertions are not used. If"
                " empty, all assertions are refused.",
                rows=8,
                columns=70,
                check=certificates_problem,
                own=True,
            ),
            Field(
                name=setting_names.AUDIENCE,
                description="Accepted audiences, separated by spaces. If empty, assertions must be restricted to the"
                " issuer identifier or the token endpoint of this server.",
                maximum_length=4096,
            ),
            Field(
                name=setting_names.RECIPIENT,
                description="Accepted recipients of the subject confirmation, separated by spaces, such as the"
                " assertion consumer service of an application that exchanges the assertions it receives. If empty, the"
                " recipient must be the issuer identifier or the token endpoint of this server.",
                maximum_length=4096,
                own=True,
            ),
            Field(
                name=setting_names.TOLERANCE,
                description="Accepted difference between the clocks of the issuer and this server, in seconds.",
                required=True,
                default="60",
                check=NumberCheck(0, _MOST_SECONDS),
                own=True,
            ),
            Field(
                name=setting_names.REPLAY_PREVENTION,
                type=FieldType.CHECK_BOX,
                description="Accept each assertion once.",
                default="true",
                own=True,
            ),
            Field(
                name=setting_names.MAXIMUM_LIFETIME,
                description="Assertions that are valid for more minutes than this are refused.",
                required=True,
                default="60",
                advanced=True,
                check=NumberCheck(1, _MOST_MINUTES),
                own=True,
            ),
            Field(
                name=setting_names.ACCEPT_SHA1,
                type=FieldType.CHECK_BOX,
                description="Accept signatures and digests with SHA-1, which are not secure. Only enable this for an"
                " issuer that cannot use SHA-256.",
                default="false",
                advanced=True,
                own=True,
            ),
        ),
        tables=(
            _names(
                setting_names.ISSUER_DNS,
                setting_names.ISSUER_DN,
                "Issuers of the certificates that verify signatures. If empty, the issuers are not restricted.",
            ),
            _names(
                setting_names.SUBJECT_DNS,
                setting_names.SUBJECT_DN,
                "Subjects of the certificates that verify signatures. If empty, the subjects are not restricted.",
            ),
        ),
    ),
)
