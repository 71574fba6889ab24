"""What this server's log lines are about: the groups of loggers that administrators can make verbose.

Every logger of the product belongs to exactly one category, and every category has one that says more at debug level;
`tests/kit/test_log_categories.py` reads the source for both. A subsystem that logs under a new name adds it here, with
a category of its own where none fits. A logger brings those below it along, as `logging` has it: `hanse.cluster` brings
`hanse.cluster.nodes`.
"""

from dataclasses import dataclass
from typing import Final

# Categories that clients of this API know and in which this server writes nothing. They are kept as they are sent, and
# answered to who has sent them.
ABSENT: Final = frozenset({"policytree", "xmlsig", "restdatastore", "protocolrequestresponse", "provisioning"})
# Categories by the ids that they had before.
FORMER: Final = {"server": "core"}


@dataclass(frozen=True)
class LogCategory:
    """One row of the log settings. The id is the API's and stays; name and description are for people."""

    id: str
    name: str
    description: str
    loggers: tuple[str, ...]


LOG_CATEGORIES: Final = (
    LogCategory(
        "core",
        "Core",
        "Starting, stopping, background jobs, the collection of support data, and each health check with its result.",
        ("hanse.core", "hanse.process", "hanse.jobs", "hanse.health", "hanse.state", "hanse.support", "hanse.demo"),
    ),
    LogCategory(
        "requests",
        "Requests",
        "Each HTTP request to the console and the engine as it comes in: its path, its size; and why the server refused"
        " one.",
        ("hanse.access", "hanse.http"),
    ),
    LogCategory(
        "requestheaders",
        "HTTP Request Headers",
        "The header fields of each HTTP request by name, without their values.",
        ("hanse.request-headers",),
    ),
    LogCategory(
        "requestparams",
        "HTTP Request Parameters",
        "The parameters in the address of each HTTP request by name, without their values.",
        ("hanse.request-parameters",),
    ),
    LogCategory(
        "admin-api",
        "Administrative API",
        "Each call of the console and of scripts: who makes it, what is asked for, which rule allows or refuses it, and"
        " how long it takes.",
        ("hanse.admin.api",),
    ),
    LogCategory(
        "admin-sessions",
        "Administrator sign-in and sessions",
        "Log-ins that succeed and fail, sessions that begin, go on and end, and the tokens made from them.",
        ("hanse.admin.session",),
    ),
    LogCategory(
        "oauth",
        "OAuth and OpenID Connect",
        "What issuers publish and to whom it is served: metadata, keys, and addresses at which there is no issuer.",
        ("hanse.oauth", "hanse.oidc", "hanse.signin"),
    ),
    LogCategory(
        "authorization-details",
        "Authorization details and plug-ins",
        "Plug-ins as they are found, and what processors say of the authorization details that clients ask for.",
        ("hanse.authorization-details", "hanse.plugins"),
    ),
    LogCategory(
        "data-stores",
        "Data stores",
        "Each connection to a directory or a database, search and look-up: what is asked for and how much is found,"
        " without the values; which password credential validator was asked; and, of publishers that are set so, what"
        " is said to mail servers.",
        ("hanse.data-stores", "hanse.password-validators", "hanse.notifications", "hanse.outbox"),
    ),
    LogCategory(
        "dsresponsetime",
        "Data Store Response Times",
        "How long each connection, search and look-up in a directory or a database takes.",
        ("hanse.data-store-times",),
    ),
    LogCategory(
        "trustedcas",
        "Trusted CAs",
        "The trusted CAs as they are loaded for a connection to another server.",
        ("hanse.trusted-cas",),
    ),
    LogCategory(
        "keys",
        "Keys and certificates",
        "Looks at key pairs that may have to be renewed, generations of dynamic keys, the server's own certificate.",
        ("hanse.keys", "hanse.certificate"),
    ),
    LogCategory(
        "configuration",
        "Configuration changes",
        "Each document that is created, changed or deleted, with the names of the members that differ, and never their"
        " values.",
        ("hanse.config",),
    ),
    LogCategory(
        "database",
        "Configuration database",
        "Each statement, without its values, and how long it took; transactions as they begin and end.",
        ("hanse.database",),
    ),
    LogCategory(
        "cluster",
        "Cluster and replication",
        "How this node takes over configuration: what is new, what is built and what is kept.",
        ("hanse.cluster", "hanse.engine"),
    ),
    LogCategory(
        "cloud",
        "Calls to cloud services",
        "Each call to PingOne: address, status, size and duration, without what is sent.",
        ("hanse.cloud",),
    ),
)
