"""The operations that only the setup wizard calls (specification 3, section 7)."""

from dataclasses import dataclass
from functools import partial

from hanse.admin.session import cookies
from hanse.admin.setup.gate import SetupGate
from hanse.admin.shell.console import Console
from hanse.admin.shell.endpoints import engine_origin
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.kit.errors import FieldError, NotAuthenticated, ValidationFailed
from hanse.kit.ports import CloudPlatform, CredentialStatus
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules

TAG = "Initial setup"
# Page of the console for a link that is wrong or was used (console/src/screens/setup/Ended.tsx).
LINK_REFUSED = "/?setupLink=refused"
_CREDENTIAL_LIMIT = 16_384
_KEY = QueryParameter("key", str, "Key of the one-time link.", "")
_REFUSALS = {
    CredentialStatus.INVALID: FieldError("Invalid PingOne credential", "credential", "invalid_credential"),
    CredentialStatus.UNKNOWN: FieldError(
        "The credential could not be checked: the cloud service did not answer.", "credential", "unchecked_credential"
    ),
}


class DefaultBaseUrl(ConfigModel):
    """Base URL of the engine, derived from the address at which the caller reached the console."""

    base_url: str


class InitialSetupInfo(ConfigModel):
    """Facts about the server that the wizard shows."""

    version: str
    environment: str
    console_title: str
    help_base_url: str


@dataclass(frozen=True)
class WizardCalls:
    """The functions of the operations."""

    gate: SetupGate
    console: Console
    # Such as `https://{host}:9031`, with a placeholder for the host.
    engine_scheme: str
    engine_port: int

    def open_link(self, call: Call) -> OperationResult:
        """Exchange the one-time link's key for a cookie, and redirect to the wizard; after the setup, to the log-in."""
        if self.gate.is_complete():
            return OperationResult(status=303, headers={"Location": "/"})
        holder = self.gate.exchange(call.query["key"])
        if holder is not None:
            cookie = cookies.set_cookie(cookies.SETUP, holder)
            return OperationResult(status=303, headers={"Location": "/"}, cookies=(cookie,))
        if "text/html" in call.caller.headers.get("accept", "").lower():
            # The console explains this to people; it also knows whether this browser can continue without a link.
            return OperationResult(status=303, headers={"Location": LINK_REFUSED})
        raise NotAuthenticated(
            "This setup link is not valid. It works once, and the server prints a new one at each start."
        )

    def default_base_url(self, call: Call) -> OperationResult:
        """Return the caller's own host with the engine's port."""
        return OperationResult(
            DefaultBaseUrl(base_url=engine_origin(call.caller.origin, self.engine_scheme, self.engine_port))
        )

    def info(self, _call: Call) -> OperationResult:
        """Return the facts about the server that the wizard shows."""
        console = self.console
        return OperationResult(
            InitialSetupInfo(
                version=console.version,
                environment=console.environment,
                console_title=console.title,
                help_base_url=console.help_base_url,
            )
        )

    def password_rules(self, call: Call) -> OperationResult:
        """Return the rules for passwords."""
        return OperationResult(call.ports.get(PasswordRules))

    def validate_credential(self, call: Call) -> OperationResult:
        """Ask the cloud service whether a credential is valid; only status 200 means that it is."""
        platform = call.ports.get(CloudPlatform)
        described = platform.describe(call.body)
        if isinstance(described, FieldError):
            raise ValidationFailed([described])
        refusal = _REFUSALS.get(platform.check(call.body).status)
        if refusal is not None:
            raise ValidationFailed([refusal])
        return OperationResult({})


def wizard_operations(calls: WizardCalls) -> list[Operation]:
    """Return the operations of the wizard."""
    isw = f"{API}/internal/isw"
    wizard = partial(Operation, area=Area.SETUP, tag=TAG, open_to_setup=True, in_transaction=False)
    return [
        wizard(
            path="/setup",
            summary="Open the one-time setup link",
            run=calls.open_link,
            area=Area.PUBLIC,
            status=303,
            query=(_KEY,),
            extra_statuses=(401,),
            is_document=True,
            open_to_setup=False,
        ),
        wizard(
            path=f"{isw}/defaultBaseUrl",
            summary="Suggest a base URL",
            run=calls.default_base_url,
            answer=DefaultBaseUrl,
        ),
        wizard(
            path=f"{isw}/initialSetupInfo",
            summary="Read the state of the setup",
            run=calls.info,
            answer=InitialSetupInfo,
        ),
        wizard(
            path=f"{isw}/adminPasswordRules",
            summary="Read the password rules",
            run=calls.password_rules,
            answer=PasswordRules,
        ),
        wizard(
            method="POST",
            path=f"{isw}/validatePingOneCredential",
            summary="Check a cloud credential",
            run=calls.validate_credential,
            body=str,
            body_limit=_CREDENTIAL_LIMIT,
            answer={"type": "object"},
            extra_statuses=(422,),
            calls_out=True,
        ),
    ]
