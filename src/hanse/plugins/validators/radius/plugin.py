"""The validator that sends passwords to RADIUS servers, with PAP or CHAP."""

from typing import Final

from hanse.config.declare.plugin_fields import Field, FieldType, Form, Option, Table
from hanse.config.plugins.field_shorthands import flag, number
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import Plugin, SettingRefused, Settings
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.validators import KIND, Attributes, ValidatorServices
from hanse.plugins.validators.radius.client import RadiusClient, RadiusServer
from hanse.plugins.validators.radius.packets import MOST_NAME_BYTES, MOST_PASSWORD_BYTES, Code, Response

USERNAME: Final = "username"
SERVERS, HOST, PORT, PROTOCOL, SECRET = (
    "RADIUS Servers",
    "Hostname",
    "Authentication Port",
    "Authentication Protocol",
    "Shared Secret",
)
NAS_IDENTIFIER, TIMEOUT, RETRIES = "NAS Identifier", "Timeout", "Retry Count"
CHALLENGE: Final = "Allow Challenge Retries after Access-Reject"
PAP, CHAP = "PAP", "CHAP"
# Attributes of an Access-Accept that are returned as text, by the names of RFC 2865, section 5. Class is opaque there,
# but servers use it for names of groups.
_TEXTS: Final = {"Filter-Id": 11, "Reply-Message": 18, "Class": 25}
_MILLISECONDS: Final = 1000


class RadiusValidator:
    """Verifies passwords with RADIUS servers; the interface is `contracts.validators.PasswordValidator`."""

    def __init__(self, settings: Settings) -> None:
        servers = [
            RadiusServer(row[HOST], int(row[PORT]), row[SECRET].encode(), uses_chap=row[PROTOCOL] == CHAP)
            for row in settings.rows(SERVERS)
        ]
        if not servers:
            raise SettingRefused("A validator needs at least one RADIUS server.", SERVERS)
        timeout = int(settings.text(TIMEOUT)) / _MILLISECONDS
        self._client = RadiusClient(servers, settings.text(NAS_IDENTIFIER), timeout, int(settings.text(RETRIES)))

    def validate(self, username: str, password: str, services: ValidatorServices) -> Attributes | None:
        """Return the attributes of the user if a server accepts the password.

        Names and passwords that do not fit into a packet are wrong, and are not sent.
        """
        fits = len(username.encode()) <= MOST_NAME_BYTES and len(password.encode()) <= MOST_PASSWORD_BYTES
        # A password is padded with zeros, so that one with zeros at its end would equal one without them.
        if not username or not password or not fits or "\0" in password:
            return None
        response = self._client.check(username, password, services)
        if response.code is Code.ACCESS_CHALLENGE:
            raise Unavailable("The RADIUS server requires a challenge, which this server does not support.")
        if response.code is not Code.ACCESS_ACCEPT:
            return None
        return {USERNAME: username, **_texts(response, services)}


def _texts(response: Response, services: ValidatorServices) -> Attributes:
    """Return the attributes of the contract that the response has."""
    found: dict[str, tuple[str, ...]] = {}
    for name, type_ in _TEXTS.items():
        values = tuple(value.decode("utf-8", "replace") for each, value in response.attributes if each == type_)
        if values and name in services.attributes:
            found[name] = values
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}


RADIUS = Plugin(
    kind=KIND,
    # The id that existing configurations of this API have.
    id="org.sourceid.saml20.domain.RadiusUsernamePasswordCredentialValidator",
    name="RADIUS Username Password Credential Validator",
    keywords=("PCV", "one-time password", "token"),
    make=RadiusValidator,
    attribute_contract=(USERNAME,),
    supports_extended_contract=True,
    form=Form(
        description="Verifies passwords with RADIUS servers (RFC 2865). Requests and responses have a"
        " Message-Authenticator; servers that do not send one are not supported.",
        tables=(
            Table(
                name=SERVERS,
                required=True,
                secret_target=(HOST, PORT),
                description="RADIUS servers in the order of use. If a server does not respond, the next one is used.",
                columns=(
                    Field(name=HOST, description="Host name or IP address.", required=True, maximum_length=253),
                    number(PORT, "UDP port for authentication.", 1812, NumberCheck(1, 65_535)),
                    Field(
                        name=PROTOCOL,
                        description="With PAP, the server receives the password, hidden by the shared secret. CHAP"
                        " sends a digest, and requires that the server stores passwords in plain text.",
                        type=FieldType.SELECT,
                        options=(Option(PAP, PAP), Option(CHAP, CHAP)),
                        default=PAP,
                    ),
                    Field(
                        name=SECRET,
                        description="Secret that this server shares with the RADIUS server. Use at least 16 random"
                        " characters.",
                        required=True,
                        encrypted=True,
                        maximum_length=256,
                    ),
                ),
            ),
        ),
        fields=(
            Field(
                name=NAS_IDENTIFIER,
                description="Name of this server in requests.",
                default="Hanse",
                required=True,
                maximum_length=253,
            ),
            number(TIMEOUT, "Time to wait for a response, in milliseconds.", 3000, NumberCheck(1, 30_000)),
            number(
                RETRIES,
                "Number of times that a request is sent again to a server that does not answer.",
                3,
                NumberCheck(0, 10),
            ),
            flag(CHALLENGE, "Ask for another password after a rejected one.", lacks="validators with a challenge"),
        ),
    ),
)
