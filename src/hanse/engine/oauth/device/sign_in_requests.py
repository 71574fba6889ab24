"""The request to sign in the user of a device."""

from typing import Final

import msgspec

from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.device.entered_codes import DeviceRequest
from hanse.engine.oauth.grant_mapping import adapters_with_grants
from hanse.engine.oauth.page_application import page_application
from hanse.engine.signin.contracts import SignInRequest

PURPOSE: Final = "device"


class EnteredCode(msgspec.Struct, frozen=True, kw_only=True):
    """The code that was sent before the sign-in. `linked` is set if it came from a link and nobody typed it."""

    user_code: str = ""
    linked: bool = False
    # True if the user has seen which application the code is for.
    confirmed: bool = False

    def encode(self) -> bytes:
        """Return the code in its stored form."""
        return msgspec.json.encode(self)


def device_sign_in(request: Request, parameters: Parameters, given: EnteredCode) -> SignInRequest:
    """Return the request to sign in a user before the client of the code is known."""
    return SignInRequest(
        purpose=PURPOSE,
        body=given.encode(),
        parameters={name: parameters.all(name) for name in parameters if name != "flow_token"},
        adapters=adapters_with_grants(request.snapshot, parameters.all("pfidpadapterid")),
    )


def with_code(wanted: SignInRequest, given: EnteredCode, found: DeviceRequest) -> SignInRequest:
    """Return the request with a code, and with the client of the device, for policies and pages."""
    client = found.client
    return msgspec.structs.replace(
        wanted,
        body=given.encode(),
        client_id=client.id,
        scopes=found.wanted.scopes,
        authorization_details=found.wanted.authorization_details,
        client_properties={name: each.values for name, each in client.essentials.extended_parameters.items()},
        application=page_application(client),
    )
