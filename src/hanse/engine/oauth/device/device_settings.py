"""The settings of the device authorization grant for one client: its own, or those of the authorization server."""

from dataclasses import dataclass
from urllib.parse import urlencode

from hanse.engine.http.request import Request
from hanse.engine.oauth.paths import USER_AUTHORIZATION_PATH
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.resources.applications.clients.choices import ServerOrOwn


@dataclass(frozen=True)
class DeviceSettings:
    """Times are in seconds. `page` is the address at which users enter the code."""

    lifetime: int
    interval: int
    page: str
    bypasses_confirmation: bool

    def page_with_code(self, code: str) -> str:
        """Return the address of the page with a code in it, for QR codes (RFC 8628, section 3.3.1)."""
        return f"{self.page}{'&' if '?' in self.page else '?'}{urlencode({'user_code': code})}"


def device_settings(request: Request, client: RegisteredClient) -> DeviceSettings:
    """Return the settings for a client."""
    server, own = request.snapshot.part(AUTHORIZATION), client.settings
    path = server.registered_authorization_path or USER_AUTHORIZATION_PATH
    page = server.user_authorization_url or f"{request.issuer.identifier}{path}"
    if own.device_flow_setting_type is not ServerOrOwn.OVERRIDE_SERVER_DEFAULT:
        return DeviceSettings(
            lifetime=server.pending_authorization_timeout,
            interval=server.device_polling_interval,
            page=page,
            bypasses_confirmation=server.bypass_activation_code_confirmation,
        )
    return DeviceSettings(
        lifetime=own.pending_authorization_timeout_override or server.pending_authorization_timeout,
        interval=own.device_polling_interval_override or server.device_polling_interval,
        page=own.user_authorization_url_override or page,
        bypasses_confirmation=bool(own.bypass_activation_code_confirmation_override),
    )
