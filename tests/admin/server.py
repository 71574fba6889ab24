"""The session service and the set-up, assembled as the composition root does it and called without HTTP."""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hanse.admin.session import cookies
from hanse.admin.session.authentication import Authenticator, PresentedCredentials
from hanse.admin.session.credentials import AdminCredentials
from hanse.admin.session.login import SessionCalls, session_operations
from hanse.admin.session.own_password import OwnPassword
from hanse.admin.session.own_sessions import OwnSessions
from hanse.admin.session.sessions import AdminSessions, SessionLifetimes
from hanse.admin.session.throttle import LoginThrottle
from hanse.admin.setup.gate import SetupGate
from hanse.admin.setup.initial_account import AccountCreation
from hanse.admin.setup.wizard import WizardCalls, wizard_operations
from hanse.admin.shell.console import Console
from hanse.admin.shell.status import LICENSE_NOTICES, DatabaseReachable, StatusCalls
from hanse.cluster.operations import cluster_operations
from hanse.cluster.standalone import StandaloneAnswers
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.access import Intent, Principal, is_allowed
from hanse.config.declare.fields import PASSWORD_DIGEST
from hanse.config.declare.validation import parse, to_body
from hanse.config.http.operation import API, Call, Caller, Operation, OperationResult
from hanse.config.http.resource_operations import operations_of
from hanse.crypto.passwords import PasswordDigests
from hanse.kit.errors import NotAllowed, NotAuthenticated
from hanse.kit.ports import CloudPlatform, CredentialCheck, CredentialStatus, LicenseExpirySummary, LicenseStatus
from hanse.resources.system.administrative_accounts.actions import RESET_PASSWORD
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS
from tests.support.clock import ManualClock
from tests.support.configurations import make_configuration
from tests.support.frames import TREE
from tests.support.randomness import SeededRandomness

ALL_ROLES = [
    "ADMINISTRATOR",
    "CRYPTO_ADMINISTRATOR",
    "USER_ADMINISTRATOR",
    "EXPRESSION_ADMINISTRATOR",
    "DATA_COLLECTION_ADMINISTRATOR",
]
PASSWORD = "Hansa-1241"
REMOTE_ADDRESS = "203.0.113.7"
Body = dict[str, Any]


@dataclass
class Cloud:
    """A cloud platform that answers each check of a credential with the status that a test sets."""

    status: CredentialStatus = CredentialStatus.VALID

    def describe(self, _credential: str) -> object:
        return object()

    def check(self, _credential: str) -> CredentialCheck:
        return CredentialCheck(self.status)


@dataclass
class License:
    """A license whose expiry a test sets."""

    current: LicenseExpirySummary = field(default_factory=lambda: LicenseExpirySummary("UNKNOWN"))

    def expiry(self, _now: object) -> LicenseExpirySummary:
        return self.current


@dataclass
class Reply:
    """The result of an operation, with its cookies."""

    answer: OperationResult

    @property
    def status(self) -> int:
        return self.answer.status

    @property
    def json(self) -> Body:
        body = self.answer.body
        made: Body = body if isinstance(body, dict) else to_body(body)  # type: ignore[arg-type]  # a body is a dictionary or a model here.
        return made

    @property
    def jar(self) -> dict[str, str]:
        pairs = [cookie.partition(";")[0].partition("=") for cookie in self.answer.cookies]
        return {name: value for name, _, value in pairs if value}


class Server:
    """One node. Two servers with the same database are two nodes of one cluster."""

    def __init__(
        self,
        database: Database,
        clock: ManualClock,
        randomness: SeededRandomness,
        lifetimes: SessionLifetimes | None = None,
    ) -> None:
        self.clock = clock
        self.cloud = Cloud()
        self.license = License()
        self.passwords = PasswordDigests(randomness)
        self.configuration: Configuration = make_configuration(
            database,
            [ADMINISTRATIVE_ACCOUNTS],
            clock,
            randomness,
            ports={PasswordRules: PasswordRules(), CloudPlatform: self.cloud, LicenseStatus: self.license},
            digests={PASSWORD_DIGEST: self.passwords.digest},
        )
        self.throttle = LoginThrottle(database, clock)
        self.sessions = AdminSessions(self.configuration, clock, randomness, lifetimes)
        self.credentials = AdminCredentials(self.configuration, self.passwords, self.throttle, clock, randomness)
        self.gate = SetupGate(database, clock, randomness)
        self.console = Console(
            "1.0.0",
            environment="Test",
            navigation=TREE,
            idle_timeout=self.sessions.lifetimes.idle,
            documentation_urls={"main-menu": "https://docs.example/"},
        )
        self.authenticator = Authenticator(self.sessions, self.credentials, self.gate)
        self.sources = [LICENSE_NOTICES]

    @cached_property
    def operations(self) -> dict[tuple[str, str], Operation]:
        database = self.configuration.database
        listed = [
            *operations_of(self.configuration.registry),
            AccountCreation(self.gate).operation(),
            RESET_PASSWORD,
            OwnPassword(self.sessions, self.credentials).operation(),
            *OwnSessions(self.sessions).operations(),
            *session_operations(SessionCalls(self.sessions, self.credentials, self.gate)),
            *self.console.operations(),
            *StatusCalls(self.sessions, self.clock, self.sources, (DatabaseReachable(database),)).operations(),
            *wizard_operations(WizardCalls(self.gate, self.console, "https", 9031)),
            *cluster_operations(StandaloneAnswers()),
        ]
        return {(each.method, each.path): each for each in listed}

    def call(self, method: str, path: str, body: Any = None, **how: Any) -> Reply:
        """Call an operation by its path. `by` is the client, and `values` are the parameters of the path."""
        client: Client = how.pop("by", None) or Client()
        operation = self.operations[method, path]
        principal = self.authenticator.authenticate(client.presented(path, is_change=method != "GET"))
        if not is_allowed(principal, operation.area, operation.intent, open_to_setup=operation.open_to_setup):
            raise (NotAuthenticated if principal is None else NotAllowed)("refused")
        return Reply(self._run(operation, self._caller(client, principal, how), _read(operation, body), how))

    def _caller(self, client: "Client", principal: Principal | None, how: Body) -> Caller:
        return Caller(
            principal,
            client.address,
            "request-1",
            f"https://{client.host}",
            how.pop("headers", {}),
            how.pop("query_string", ""),
        )

    def _run(self, operation: Operation, caller: Caller, body: Any, how: Body) -> OperationResult:
        path, ports = how.pop("values", {}), self.configuration.ports
        query = {each.name: each.default for each in operation.query} | how.pop("query", {})

        def made(view: Any) -> OperationResult:
            return operation.run(Call(caller, path, query, body, view, self.configuration, ports))

        if not operation.in_transaction:
            return made(None)
        if operation.intent is Intent.READ:
            with self.configuration.reading() as view:
                return made(view)
        name = caller.principal.username if caller.principal else "anonymous"
        with self.configuration.changing(Author(name, caller.request_id)) as change:
            return made(change)

    def sign_in(
        self, username: str = "Administrator", password: str = PASSWORD, address: str = REMOTE_ADDRESS
    ) -> "Client":
        """Sign in at the session service and return the browser with its cookies."""
        client = Client(address=address)
        reply = self.call("POST", "/pf-admin-ui/login", {"username": username, "password": password}, by=client)
        client.jar |= reply.jar
        return client

    def with_token(self, client: "Client") -> "Client":
        """Return the same browser with a new access token for the admin API."""
        token = self.call("POST", "/pf-admin-ui/apitoken", by=client).json["access_token"]
        return Client(address=client.address, jar=client.jar, authorization=f"Bearer {token}")

    def add_account(self, username: str = "Administrator", **fields: Any) -> None:
        """Create an administrative account."""
        body = {"username": username, "password": PASSWORD, "active": True, "roles": ALL_ROLES, **fields}
        model = parse(ADMINISTRATIVE_ACCOUNTS.model, json.dumps(body).encode())
        with self.configuration.changing(Author("test")) as change:
            change.create(ADMINISTRATIVE_ACCOUNTS, model)


@dataclass
class Client:
    """A browser or a script with its address, cookies and credentials."""

    address: str = REMOTE_ADDRESS
    host: str = "hanse.example:9999"
    jar: dict[str, str] = field(default_factory=dict)
    authorization: str | None = None
    is_local: bool = False
    page_session: str | None = None

    @classmethod
    def local(cls, host: str = "localhost:9999") -> "Client":
        return cls(address="127.0.0.1", host=host, is_local=True)

    @classmethod
    def basic(cls, username: str = "Administrator", password: str = PASSWORD, **fields: Any) -> "Client":
        pair = base64.b64encode(f"{username}:{password}".encode()).decode()
        return cls(authorization=f"Basic {pair}", **fields)

    @property
    def session_cookie(self) -> str:
        return self.jar[cookies.SESSION]

    def presented(self, path: str = API, *, is_change: bool = False) -> PresentedCredentials:
        jar: Mapping[str, str] = self.jar
        is_console = not path.startswith("/pf-admin-api")
        return PresentedCredentials(
            self.authorization, jar, self.address, self.is_local, is_console, is_change, self.page_session
        )


def _read(operation: Operation, body: Any) -> Any:
    if operation.body is None or operation.body is str:
        return body
    return parse(operation.body, json.dumps(body).encode())  # type: ignore[type-var]  # a case names only types that fit.
