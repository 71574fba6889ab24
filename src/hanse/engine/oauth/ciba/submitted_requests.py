"""Reads what clients submit: parameters, or a signed request object (CIBA Core, section 7.1.1)."""

from typing import Final

from hanse.engine.errors import InvalidRequest, InvalidRequestObject
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.ciba.request_parameters import KNOWN
from hanse.engine.oauth.jose.client_keys import ClientKeys
from hanse.engine.oauth.request_objects.verification import RequestObjectRules, RequestObjectVerifier
from hanse.engine.services import Services
from hanse.engine.snapshot.clients import RegisteredClient

# Section 7.1.1 requires all of these; FAPI-CIBA, section 5.2.2, limits the times as request objects always do.
_REQUIRED: Final = ("nbf", "iat", "jti")


class SubmittedBackchannelRequests:
    """Reads the requests of authenticated clients."""

    def __init__(self, services: Services, keys: ClientKeys) -> None:
        self._objects = RequestObjectVerifier(services, keys)

    async def read(self, request: Request, client: RegisteredClient, form: Parameters) -> Parameters:
        """Return the parameters of a request. Raises InvalidRequest."""
        if "request_uri" in form:
            raise InvalidRequest("The parameter request_uri is not supported at this endpoint.")
        text = form.one("request")
        if text is None:
            if client.settings.ciba_require_signed_requests:
                raise InvalidRequest("This client must sign its requests.")
            return form
        if any(name in form for name in KNOWN):
            raise InvalidRequest("Parameters of a signed request must be inside the request object.")
        chosen = client.settings.ciba_request_object_signing_algorithm
        rules = RequestObjectRules(None if chosen is None else chosen.value, _REQUIRED)
        try:
            return (await self._objects.verify(request, client, text, rules)).parameters
        except InvalidRequestObject as error:
            # Section 13 defines no error code for request objects.
            raise InvalidRequest(error.description) from error
