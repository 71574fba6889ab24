"""The plans of the suite that are run, and the configuration that each of them gets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tools.conformance.clients import TestClients
from tools.conformance.configuration import USER

ALIAS: Final = "hanse"
_STATIC: Final = {"server_metadata": "discovery", "client_registration": "static_client"}
_LOGOUT: Final = {"client_registration": "static_client", "response_type": "code"}
_FAPI: Final = {"authorization_request_type": "simple", "openid": "openid_connect", "fapi_profile": "plain_fapi"}
_SIGNED: Final = {"fapi_request_method": "signed_non_repudiation", "fapi_response_mode": "jarm"}
_KEY_AND_DPOP: Final = {"client_auth_type": "private_key_jwt", "sender_constrain": "dpop"}
# Modules whose authorization request ends on an error page, as its error must not reach the redirect URI.
_ERROR_PAGES: Final = ("oidcc-ensure-registered-redirect-uri", "oidcc-rp-initiated-logout-bad-post-logout-redirect-uri")


@dataclass(frozen=True)
class Plan:
    """A plan of the suite and the variant of it that is run."""

    name: str
    variant: Mapping[str, str]
    # The plan's clients sign with a private key instead of a secret.
    has_keys: bool = False
    logout_mode: str = "NONE"


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
    "fapi2": Plan("fapi2-security-profile-final-test-plan", _FAPI | _KEY_AND_DPOP, has_keys=True),
    "fapi2-signing": Plan("fapi2-message-signing-final-test-plan", _FAPI | _KEY_AND_DPOP | _SIGNED, has_keys=True),
}


@dataclass(frozen=True)
class Parties:
    """The addresses of the server under test and of the suite, and the password of the user who signs in."""

    engine: str
    suite: str
    password: str

    @property
    def callback(self) -> str:
        """Return the suite's redirect URI."""
        return f"{self.suite}/test/a/{ALIAS}/callback"

    def configuration(self, plan: Plan, clients: TestClients) -> dict[str, Any]:
        """Return the configuration of a plan."""
        return {
            "alias": ALIAS,
            "description": "Hanse",
            "server": {"discoveryUrl": f"{self.engine}/.well-known/openid-configuration", "login_hint": USER},
            **(clients.with_keys() if plan.has_keys else clients.with_secrets()),
            "resource": {"resourceUrl": f"{self.engine}/idp/userinfo.openid"},
            "browser": [self._sign_in(), self._sign_out()],
            "override": {name: {"browser": [self._error_page()]} for name in _ERROR_PAGES},
        }

    def _sign_in(self) -> dict[str, Any]:
        # A screenshot is requested where the page must be shown again, as by prompt=login.
        screenshot = ["wait", "xpath", "//*", 10, ".*", "update-image-placeholder-optional"]
        name = ["text", "id", "username", USER, "optional"]
        password = ["text", "id", "password", self.password, "optional"]
        return {
            "match": f"{self.engine}/as/authorization.oauth2*",
            "tasks": [
                self._task("Sign in", screenshot, name, password, ["click", "id", "signOnButton", "optional"]),
                self._task("Consent", ["click", "xpath", "//button[@value='allow']", "optional"]),
                self._arrived(),
            ],
        }

    def _sign_out(self) -> dict[str, Any]:
        confirm = ["click", "xpath", "//form//button[1]", "optional"]
        return {
            "match": f"{self.engine}/idp/init_logout.openid*",
            "tasks": [self._task("Sign out", confirm), self._arrived()],
        }

    def _error_page(self) -> dict[str, Any]:
        shown = ["wait", "xpath", "//main", 10, ".*", "update-image-placeholder"]
        return {"match": f"{self.engine}/*", "tasks": [self._task("Expect an error page", shown)]}

    def _task(self, title: str, *commands: list[Any]) -> dict[str, Any]:
        return {"task": title, "match": f"{self.engine}/*", "optional": True, "commands": list(commands)}

    def _arrived(self) -> dict[str, Any]:
        shown = ["wait", "id", "submission_complete", 10]
        return {
            "task": "Verify that the response arrived",
            "match": f"{self.suite}/test/*",
            "optional": True,
            "commands": [shown],
        }
