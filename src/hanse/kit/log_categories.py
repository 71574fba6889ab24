"""Log categories: the groups of loggers that administrators can make verbose.

Every logger of the product belongs to exactly one category, and every category has a logger that writes more at debug
level; `tests/kit/test_log_categories.py` checks the source for both. A subsystem that logs under a new name adds it
here, with a category of its own if none fits. A logger includes those below it, as in `logging`: `hanse.cluster`
includes `hanse.cluster.node_table`.
"""

from dataclasses import dataclass
from typing import Final

# Categories of the API in which this server writes nothing, with their names. They are stored as sent, and returned to
# clients that sent them.
ABSENT: Final = {
    "policytree": "Policy Tree",
    "xmlsig": "XML Signatures",
    "provisioning": "Provisioning",
}
# Categories by their former ids.
FORMER: Final = {"server": "core"}


@dataclass(frozen=True)
class LogCategory:
    """A row of the log settings. The id is part of the API and never changes; name and description are for people."""

    id: str
    name: str
    description: str
    loggers: tuple[str, ...]


LOG_CATEGORIES: Final = (
    LogCategory(
        "core",
        "Core",
        "Start and stop, background jobs, the collection of support data, and health checks with their results.",
        ("hanse.core", "hanse.process", "hanse.jobs", "hanse.health", "hanse.state", "hanse.support", "hanse.demo"),
    ),
    LogCategory(
        "requests",
        "Requests",
        "HTTP requests to the console and the engine, with path and size, and the reasons for refusals.",
        ("hanse.access", "hanse.http"),
    ),
    LogCategory(
        "requestheaders",
        "HTTP Request Headers",
        "Names of the header fields of each HTTP request, without values.",
        ("hanse.request-headers",),
    ),
    LogCategory(
        "requestparams",
        "HTTP Request Parameters",
        "Names of the query parameters of each HTTP request, without values.",
        ("hanse.request-parameters",),
    ),
    LogCategory(
        "admin-api",
        "Administrative API",
        "Calls of the admin API: caller, operation, the rule that allows or refuses the call, and duration.",
        ("hanse.admin.api",),
    ),
    LogCategory(
        "admin-sessions",
        "Administrator sign-in and sessions",
        "Successful and failed sign-ins; the start, renewal and end of sessions; API tokens.",
        ("hanse.admin.session",),
    ),
    LogCategory(
        "oauth",
        "OAuth and OpenID Connect",
        "Requests for metadata and keys of issuers, and requests at addresses without an issuer.",
        ("hanse.oauth", "hanse.oidc", "hanse.signin", "hanse.policies", "hanse.accounts", "hanse.handover"),
    ),
    LogCategory(
        "protocolrequestresponse",
        "Protocol Requests and Responses",
        "SAML messages that partners send through browsers, with binding, sender and ID, without contents; sign-ins"
        " and logouts of partners; updates of their metadata.",
        ("hanse.saml", "hanse.wsfed"),
    ),
    LogCategory(
        "authorization-details",
        "Authorization details and plug-ins",
        "Plug-ins that are found at startup, and the results of authorization detail processors.",
        ("hanse.authorization-details", "hanse.plugins"),
    ),
    LogCategory(
        "data-stores",
        "Data stores",
        "Connections to directories and databases, searches and lookups with the number of results, without "
        "values; calls of password credential validators; and the SMTP dialogue of publishers that log it.",
        ("hanse.data-stores", "hanse.password-validators", "hanse.notifications", "hanse.outbox"),
    ),
    LogCategory(
        "dsresponsetime",
        "Data Store Response Times",
        "Duration of each connection, search and lookup in a data store.",
        ("hanse.data-store-times",),
    ),
    LogCategory(
        "restdatastore",
        "REST Data Store Requests and Responses",
        "Requests to REST API data stores: host, method, status and size of the answer, without values and secrets.",
        ("hanse.service-requests",),
    ),
    LogCategory(
        "trustedcas",
        "Trusted CAs",
        "Trusted CAs that are loaded for a connection to another server.",
        ("hanse.trusted-cas",),
    ),
    LogCategory(
        "keys",
        "Keys and certificates",
        "Checks for key pairs to renew, generations of dynamic keys, and the server's own certificate.",
        ("hanse.keys", "hanse.certificate"),
    ),
    LogCategory(
        "configuration",
        "Configuration changes",
        "Documents that are created, changed or deleted, with the names of the changed members, without values.",
        ("hanse.config",),
    ),
    LogCategory(
        "database",
        "Configuration database",
        "SQL statements without values, with their duration, and the start and end of transactions.",
        ("hanse.database",),
    ),
    LogCategory(
        "cluster",
        "Cluster and replication",
        "Steps in which this node applies a new configuration.",
        ("hanse.cluster", "hanse.engine"),
    ),
    LogCategory(
        "cloud",
        "Calls to cloud services",
        "Calls to PingOne: address, status, size and duration, without content.",
        ("hanse.cloud",),
    ),
)
