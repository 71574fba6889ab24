"""The form of a REST API data store, with the names and defaults of existing configurations."""

from typing import Final

from hanse.config.declare.plugin_fields import TRUE, Field, FieldType, Form, Option, Table
from hanse.config.plugins.field_shorthands import conditions_on, flag, number, with_conditions
from hanse.config.plugins.numbers import NumberCheck
from hanse.plugins.data_stores.rest.field_checks import (
    check_base,
    check_codes,
    check_header,
    check_header_value,
    check_milliseconds,
    check_pointer,
    check_url,
)

BASES, BASE, TAGS = "Base URLs and Tags", "Base URL", "Tags"
HEADERS, HEADER, HEADER_VALUE = "HTTP Request Headers", "Header Name", "Header Value"
ATTRIBUTES, LOCAL, POINTER = "Attributes", "Local Attribute", "JSON Response Attribute Path"
METHOD, GET, POST = "HTTP Method", "GET", "POST"
AUTHENTICATION, NONE, BASIC, OAUTH = (
    "Authentication Method",
    "None",
    "Basic Authentication",
    "OAuth 2.0 Bearer Token",
)
USERNAME, PASSWORD = "Username", "Password"
TOKEN_ENDPOINT, SCOPE, CLIENT, CLIENT_SECRET = "OAuth Token Endpoint", "OAuth Scope", "Client ID", "Client Secret"
VERIFY, READ_TIMEOUT, CONNECT_TIMEOUT = (
    "Enable HTTPS Hostname Verification",
    "Read Timeout (ms)",
    "Connection Timeout (ms)",
)
LARGEST, MOST_CONNECTIONS, NO_CONTENT_TYPE = (
    "Max Payload Size (KB)",
    "Maximum Connections",
    "Exclude default Content-Type from GET Request",
)
RETRY, RETRIES, RETRY_CODES = "Retry Request", "Maximum Retries Limit", "Retry Error Codes"
TEST_URL, TEST_BODY = "Test Connection URL", "Test Connection Body"
CACHE = "Answer Cache Lifetime (seconds)"
PATH, AUTHORIZATION, BODY = "Resource Path", "Authorization Header", "Body"

_LONGEST_URL: Final = 2048
_LONGEST_BODY: Final = 65_536
LARGEST_KILOBYTES: Final = 16_384
_UNLIMITED = "The values 0 and -1 mean the maximum, 60,000."
_TABLES = (
    Table(
        name=BASES,
        required=True,
        require_default_row=True,
        description="Addresses of the service. A node uses those with one of its tags in this order, and the default if"
        " none has. The next address is used if a connection to one cannot be opened.",
        columns=(
            Field(
                name=BASE,
                description="Base URL, without a query.",
                required=True,
                maximum_length=_LONGEST_URL,
                check=check_base,
            ),
            Field(name=TAGS, description="Node tags, separated by spaces or commas.", maximum_length=1024),
        ),
    ),
    Table(
        name=ATTRIBUTES,
        required=True,
        description="Attributes that this data store provides, and where they are in answers.",
        columns=(
            Field(
                name=LOCAL,
                description="Name of the attribute at this server.",
                required=True,
                maximum_length=256,
                unique="This attribute is already in the list.",
            ),
            Field(
                name=POINTER,
                description="JSON pointer to the value in an answer (RFC 6901), such as /profile/email.",
                required=True,
                maximum_length=1024,
                check=check_pointer,
            ),
        ),
    ),
    Table(
        name=HEADERS,
        description="Header fields of all requests. They are stored in clear text, so do not enter secrets.",
        columns=(
            Field(
                name=HEADER,
                description="Name of the header field.",
                required=True,
                maximum_length=256,
                check=check_header,
                unique="This header field is already in the list.",
            ),
            Field(
                name=HEADER_VALUE,
                description="Value of the header field.",
                maximum_length=4096,
                check=check_header_value,
            ),
        ),
    ),
)
_AUTHENTICATION = (
    Field(
        name=AUTHENTICATION,
        description="Authentication of this server at the service.",
        type=FieldType.SELECT,
        options=(
            Option("None", NONE),
            Option("Basic authentication", BASIC),
            Option("OAuth 2.0 bearer token", OAUTH),
        ),
        default=NONE,
    ),
    Field(
        name=METHOD,
        description="Method of the requests.",
        type=FieldType.RADIO_GROUP,
        options=(Option("GET", GET), Option("POST", POST)),
        default=GET,
    ),
    Field(name=USERNAME, description="Username for basic authentication.", maximum_length=1024),
    Field(name=PASSWORD, description="Password for basic authentication.", encrypted=True, maximum_length=1024),
    Field(
        name="Password Reference",
        description="Secret manager that has the password.",
        lacks="secret managers",
    ),
    Field(
        name=TOKEN_ENDPOINT,
        description="Token endpoint for access tokens of the grant type client_credentials (RFC 6749, section 4.4).",
        maximum_length=_LONGEST_URL,
        check=check_url,
    ),
    Field(name=SCOPE, description="Scopes of the access token, separated by spaces.", maximum_length=1024),
    Field(name=CLIENT, description="Client ID for the token endpoint.", maximum_length=1024),
    Field(name=CLIENT_SECRET, description="Client secret for the token endpoint.", encrypted=True, maximum_length=1024),
    Field(
        name="Client Secret Reference",
        description="Secret manager that has the client secret.",
        lacks="secret managers",
    ),
    Field(
        name="Client TLS Certificate",
        description="Certificate with which this server authenticates in TLS connections.",
        lacks="client certificates for TLS connections",
    ),
)
_REQUESTS = (
    flag(VERIFY, "Require that the certificate of the service is issued for its host name.", TRUE),
    Field(
        name=READ_TIMEOUT,
        description=f"Maximum time to wait for data of an answer, in milliseconds. {_UNLIMITED}",
        default="10000",
        advanced=True,
        check=check_milliseconds,
    ),
    Field(
        name=CONNECT_TIMEOUT,
        description=f"Maximum time to open a connection, in milliseconds. {_UNLIMITED}",
        default="10000",
        advanced=True,
        check=check_milliseconds,
    ),
    number(
        LARGEST,
        "Maximum size of an answer, in kilobytes. The value 0 means the maximum, 16,384.",
        1024,
        NumberCheck(0, LARGEST_KILOBYTES),
        advanced=True,
    ),
    number(
        MOST_CONNECTIONS,
        "Maximum number of connections to the service, on each node.",
        32,
        NumberCheck(1, 1000),
        advanced=True,
    ),
    flag(RETRY, "Repeat a request if the service answers with one of the codes below.", TRUE, advanced=True),
    number(RETRIES, "Maximum number of repetitions of a request.", 5, NumberCheck(0, 20), advanced=True),
    Field(
        name=RETRY_CODES,
        description="HTTP status codes for which a request is repeated, separated by commas.",
        default="429",
        advanced=True,
        check=check_codes,
    ),
    flag(NO_CONTENT_TYPE, "Send GET requests without the default header field Content-Type.", advanced=True),
    Field(
        name=CACHE,
        own=True,
        description="Time for which an answer is used again for equal requests, in seconds. If 0, none is.",
        default="0",
        advanced=True,
        check=NumberCheck(0, 3600),
    ),
    Field(
        name=TEST_URL,
        description="URL that a connection test requests. The test succeeds with a status from 200 to 299. If empty,"
        " the first base URL is requested, and errors of the request itself are accepted.",
        maximum_length=_LONGEST_URL,
        check=check_url,
    ),
    Field(
        name=TEST_BODY,
        description="Body of the request of a connection test.",
        type=FieldType.TEXT_AREA,
        maximum_length=_LONGEST_BODY,
    ),
)
_CONDITIONS = {
    **conditions_on(AUTHENTICATION, (BASIC,), USERNAME, PASSWORD),
    **conditions_on(AUTHENTICATION, (OAUTH,), TOKEN_ENDPOINT, SCOPE, CLIENT, CLIENT_SECRET),
    **conditions_on(RETRY, (), RETRIES, RETRY_CODES),
    **conditions_on(METHOD, (GET,), NO_CONTENT_TYPE),
}
FORM = Form(
    description="Looks attributes up in a service that answers with JSON.",
    tables=_TABLES,
    fields=with_conditions((*_AUTHENTICATION, *_REQUESTS), _CONDITIONS),
    secret_target=(BASES, AUTHENTICATION, TOKEN_ENDPOINT, TEST_URL, VERIFY),
)
FILTER_FIELDS = (
    Field(
        name=PATH,
        description="Path below the base URL, with a query if needed, such as /users?uid=${username}. Values are"
        " percent-encoded.",
        maximum_length=4096,
    ),
    Field(
        name=AUTHORIZATION,
        description="Value of the header field Authorization, if it is not the one of the data store.",
        maximum_length=8192,
    ),
    Field(
        name=BODY,
        description='Body of the request, such as {"uid": "${username}"}. Values are escaped for JSON or, in a form,'
        " percent-encoded.",
        type=FieldType.TEXT_AREA,
        maximum_length=_LONGEST_BODY,
        rows=4,
        columns=60,
    ),
)
