"""The plans of the suite that are run, and the configuration that each of them gets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tools.conformance.clients import TestClients, settings_for
from tools.conformance.configuration import USER

# Members of the metadata that the suite does not know; existing clients of the vendor read them.
_EXTENSIONS: Final = ("ping_end_session_endpoint", "ping_revoked_sris_endpoint")
_STATIC: Final = {"server_metadata": "discovery", "client_registration": "static_client"}
_LOGOUT: Final = {"client_registration": "static_client", "response_type": "code"}
_FAPI: Final = {"authorization_request_type": "simple", "openid": "openid_connect", "fapi_profile": "plain_fapi"}
_SIGNED: Final = {"fapi_request_method": "signed_non_repudiation", "fapi_response_mode": "jarm"}
_KEY_AND_DPOP: Final = {"client_auth_type": "private_key_jwt", "sender_constrain": "dpop"}
_MTLS: Final = {"client_auth_type": "mtls", "sender_constrain": "mtls"}
_KEY_AND_MTLS: Final = {"client_auth_type": "private_key_jwt", "sender_constrain": "mtls"}
_CIBA: Final = {"client_registration": "static_client", "fapi_ciba_profile": "plain_fapi"}
# Modules whose authorization request ends on an error page, as its error must not reach the redirect URI.
_ERROR_PAGES: Final = (
    "oidcc-ensure-registered-redirect-uri",
    "oidcc-ensure-redirect-uri-in-authorization-request",
    "oidcc-redirect-uri-query-mismatch",
    "oidcc-redirect-uri-query-added",
    "fapi2-security-profile-final-par-attempt-to-use-expired-request_uri",
    "fapi2-security-profile-final-par-attempt-to-use-request_uri-for-different-client",
)
# Modules that send the user a second time, when the request has been used.
_USED_AGAIN: Final = ("fapi2-security-profile-final-par-attempt-reuse-request_uri",)
# Modules that send the user twice, who signs in the second time only.
_VISITED_TWICE: Final = (
    "fapi2-security-profile-final-par-ensure-reused-request-uri-prior-to-auth-completion-succeeds",
)
# Modules that request a screenshot of the sign-in page, which must be shown again.
_SHOWN_AGAIN: Final = (
    "oidcc-prompt-login",
    "oidcc-max-age-1",
    "oidcc-registration-logo-uri",
    "oidcc-registration-policy-uri",
    "oidcc-registration-tos-uri",
)
# Modules in which the user does not allow the access.
_REFUSED: Final = ("fapi2-security-profile-final-user-rejects-authentication",)
# Modules that request a screenshot of the page after the logout, which the user has to confirm before.
_CONFIRMED: Final = ("oidcc-rp-initiated-logout-no-params", "oidcc-rp-initiated-logout-only-state")


def _screenshot(element: str) -> list[Any]:
    """Return the command that uploads the page with an element, where the suite requests a screenshot."""
    return ["wait", "xpath", element, 10, ".*", "update-image-placeholder-optional"]


_SCREENSHOT: Final = _screenshot("//*")
_CONFIRM: Final = ["click", "xpath", "//button[@name='pf.logout'][@value='yes']", "optional"]
_SIGNED_OUT: Final = _screenshot("//main[not(.//button[@name='pf.logout'])]")


@dataclass(frozen=True)
class Plan:
    """A plan of the suite and the variant of it that is run."""

    name: str
    variant: Mapping[str, str]
    # The plan's clients sign with a private key instead of a secret.
    has_keys: bool = False
    logout_mode: str = "NONE"

    @property
    def key_settings(self) -> Mapping[str, Any]:
        """Return the settings of clients with keys, beyond those that all plans share."""
        return settings_for(self.variant) if self.has_keys else {}

    @property
    def binds_to_certificates(self) -> bool:
        """Return whether access tokens are bound to the certificate of the connection."""
        return self.variant.get("sender_constrain") == "mtls" or self.is_ciba

    @property
    def is_ciba(self) -> bool:
        """Return whether users decide on a device of their own."""
        return "ciba_mode" in self.variant


PLANS: Final[Mapping[str, Plan]] = {
    "config": Plan("oidcc-config-certification-test-plan", {}),
    "basic": Plan("oidcc-basic-certification-test-plan", _STATIC),
    "implicit": Plan("oidcc-implicit-certification-test-plan", _STATIC),
    "hybrid": Plan("oidcc-hybrid-certification-test-plan", _STATIC),
    "formpost-basic": Plan("oidcc-formpost-basic-certification-test-plan", _STATIC),
    "formpost-implicit": Plan("oidcc-formpost-implicit-certification-test-plan", _STATIC),
    "formpost-hybrid": Plan("oidcc-formpost-hybrid-certification-test-plan", _STATIC),
    "rp-logout": Plan("oidcc-rp-initiated-logout-certification-test-plan", _LOGOUT),
    "frontchannel-logout": Plan(
        "oidcc-frontchannel-rp-initiated-logout-certification-test-plan", _LOGOUT, logout_mode="OIDC_FRONT_CHANNEL"
    ),
    "backchannel-logout": Plan(
        "oidcc-backchannel-rp-initiated-logout-certification-test-plan", _LOGOUT, logout_mode="OIDC_BACK_CHANNEL"
    ),
    "session-management": Plan("oidcc-session-management-certification-test-plan", _LOGOUT),
    "dynamic": Plan("oidcc-dynamic-certification-test-plan", {"response_type": "code"}),
    "third-party-login": Plan("oidcc-3rdparty-init-login-certification-test-plan", {"response_type": "code"}),
    "fapi2": Plan("fapi2-security-profile-final-test-plan", _FAPI | _KEY_AND_DPOP, has_keys=True),
    "fapi2-mtls": Plan("fapi2-security-profile-final-test-plan", _FAPI | _MTLS, has_keys=True),
    "fapi2-key-mtls": Plan("fapi2-security-profile-final-test-plan", _FAPI | _KEY_AND_MTLS, has_keys=True),
    "fapi2-signing": Plan("fapi2-message-signing-final-test-plan", _FAPI | _KEY_AND_DPOP | _SIGNED, has_keys=True),
    "fapi2-signing-mtls": Plan("fapi2-message-signing-final-test-plan", _FAPI | _MTLS | _SIGNED, has_keys=True),
    **{
        f"fapi-ciba-{mode}{suffix}": Plan(
            "fapi-ciba-id1-test-plan", _CIBA | {"ciba_mode": mode, "client_auth_type": method}, has_keys=True
        )
        for mode in ("poll", "ping")
        for suffix, method in (("", "private_key_jwt"), ("-mtls", "mtls"))
    },
}


@dataclass(frozen=True)
class Parties:
    """The addresses of the server under test and of the suite, and the password of the user who signs in."""

    engine: str
    suite: str
    password: str
    # The address at which the engine requests client certificates.
    mutual_tls: str | None = None
    # The name of the suite's addresses, which is different for runs at the same time.
    alias: str = "hanse"
    # The address that the suite calls when the user of a CIBA plan decides.
    approval: str = ""
    # True if a person visits the addresses, in a browser of their own.
    by_hand: bool = False

    @property
    def callback(self) -> str:
        """Return the suite's redirect URI."""
        return f"{self.suite}/test/a/{self.alias}/callback"

    def configuration(self, plan: Plan, clients: TestClients) -> dict[str, Any]:
        """Return the configuration of a plan."""
        return {
            "alias": self.alias,
            "description": "Hanse",
            "server": {
                "discoveryUrl": f"{self.engine}/.well-known/openid-configuration",
                "login_hint": USER,
                "allow_unexpected_metadata_fields": _EXTENSIONS,
            },
            **(clients.with_keys() if plan.has_keys else clients.with_secrets()),
            "resource": {"resourceUrl": f"{self._resource_server(plan)}/idp/userinfo.openid"},
            "automated_ciba_approval_url": self.approval,
            **({} if self.by_hand else self._automation()),
        }

    def _automation(self) -> dict[str, Any]:
        """Return the automation of the suite's own browser."""
        return {
            "browser": [self._authorization("allow"), self._sign_out(_SCREENSHOT, _CONFIRM), self._check_session()],
            "override": {
                **{name: {"browser": [self._error_page()]} for name in _ERROR_PAGES},
                **{name: {"browser": [self._authorization("allow", _SCREENSHOT)]} for name in _SHOWN_AGAIN},
                **{name: {"browser": [self._authorization("deny")]} for name in _REFUSED},
                **{
                    name: {"browser": [_once(self._authorization("allow")), self._error_page()]} for name in _USED_AGAIN
                },
                **{name: {"browser": [_once(self._visit()), self._authorization("allow")]} for name in _VISITED_TWICE},
                **{
                    name: {"browser": [self._authorization("allow"), self._sign_out(_CONFIRM, _SIGNED_OUT)]}
                    for name in _CONFIRMED
                },
            },
        }

    def _resource_server(self, plan: Plan) -> str:
        if not plan.binds_to_certificates:
            return self.engine
        if self.mutual_tls is None:
            raise ValueError(f"{plan.name} with mutual TLS needs the address with client certificates.")
        return self.mutual_tls

    def _authorization(self, decision: str, *first: list[Any]) -> dict[str, Any]:
        name = ["text", "id", "username", USER, "optional"]
        password = ["text", "id", "password", self.password, "optional"]
        shown = ["wait", "id", "submission_complete", 10]
        return {
            "match": f"{self.engine}/as/authorization.oauth2*",
            "tasks": [
                self._task("Sign in", *first, name, password, ["click", "id", "signOnButton", "optional"]),
                self._task("Consent", ["click", "xpath", f"//button[@value='{decision}']", "optional"]),
                self._arrived(f"{self.suite}/test/*", shown),
            ],
        }

    def _sign_out(self, *commands: list[Any]) -> dict[str, Any]:
        back = f"{self.suite}/test/a/{self.alias}/post_logout_redirect"
        return {
            "match": f"{self.engine}/idp/init_logout.openid*",
            "tasks": [
                self._task("Sign out", *commands),
                self._arrived(f"{back}*", ["wait", "contains", back, 10]),
            ],
        }

    def _check_session(self) -> dict[str, Any]:
        """Return the automation of the suite's page with the frames of session management."""
        shown = ["wait", "id", "submission_complete", 10]
        address = f"{self.suite}/test/a/{self.alias}/*session_verify*"
        return {"match": address, "tasks": [self._arrived(f"{self.suite}/test/*", shown)]}

    def _visit(self) -> dict[str, Any]:
        shown = ["wait", "id", "username", 10]
        return {"match": f"{self.engine}/*", "tasks": [self._task("Leave the sign-in page open", shown)]}

    def _error_page(self) -> dict[str, Any]:
        return {"match": f"{self.engine}/*", "tasks": [self._task("Expect an error page", _screenshot("//main"))]}

    def _task(self, title: str, *commands: list[Any]) -> dict[str, Any]:
        return {"task": title, "match": f"{self.engine}/*", "optional": True, "commands": list(commands)}

    def _arrived(self, address: str, shown: list[Any]) -> dict[str, Any]:
        title = "Verify that the response arrived"
        return {"task": title, "match": address, "optional": True, "commands": [shown]}


def _once(automation: dict[str, Any]) -> dict[str, Any]:
    """Return an automation that applies to the first visit of a module only."""
    return {**automation, "match-limit": 1}
