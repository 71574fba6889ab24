"""The state of a flow that an authentication application sees, in the form that the flow stores."""

from collections.abc import Mapping
from typing import Any

import msgspec

from hanse.engine.signin.contracts import Origin, SignInFailed, Value

# The browser must be sent to the flow's address, where this server continues.
RESUME = "RESUME"


class StoredAuthentication(msgspec.Struct):
    """The result of the policies, with which the sign-in continues when the browser returns."""

    origin: Origin
    attributes: dict[str, Value]


class StoredApiState(msgspec.Struct, kw_only=True):
    """The state that the application sees, and the actions that it may perform."""

    status: str
    # The application; empty in the redirectless mode.
    application: str = ""
    # The adapter whose page it is, and the type of its plug-in.
    adapter: str = ""
    plugin_type: str = ""
    values: dict[str, Any] = {}
    actions: list[str] = []
    # A text for the user: its key and its values.
    message: str = ""
    message_values: dict[str, Any] = {}
    # Set with `RESUME` if the policies have ended.
    authenticated: StoredAuthentication | None = None
    failed: SignInFailed | None = None

    def resuming(
        self,
        *,
        authenticated: StoredAuthentication | None = None,
        failed: SignInFailed | None = None,
    ) -> "StoredApiState":
        """Return the state in which the browser must return."""
        return StoredApiState(status=RESUME, application=self.application, authenticated=authenticated, failed=failed)

    def public_values(self) -> Mapping[str, Any]:
        """Return the values for the application, without empty texts."""
        return {name: value for name, value in self.values.items() if value != ""}
