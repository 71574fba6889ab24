"""Writes the cookie after a sign-in at this identity provider."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

import structlog

from hanse.engine.http.answers import Answer, redirect_answer
from hanse.engine.http.request import Request
from hanse.engine.saml.common_domain.cookie import common_issuer, is_at_common_domain, with_cookie, writing
from hanse.engine.saml.common_domain.sealed_visits import VISIT, WriteVisit, opened, seal
from hanse.engine.services import Services
from hanse.engine.signin.contracts import FlowHandle
from hanse.saml.paths import IDP_DISCOVERY_PATH

LOG = structlog.stdlib.get_logger("hanse.saml")
# The stage of a sign-in whose browser writes the cookie at another host.
STAGE: Final = "common-domain-cookie"


@dataclass(frozen=True)
class ProviderIntroduction:
    """Introduces this identity provider to the service providers of the common domain."""

    services: Services

    async def away(self, request: Request, flow: FlowHandle, entity_id: str) -> Answer | None:
        """Return the redirect to the host in the common domain; None if the answer can set the cookie, or none is."""
        settings = writing(request.snapshot)
        if settings is None or is_at_common_domain(request, settings):
            return None
        issuer = common_issuer(request.snapshot, settings)
        if issuer is None:
            LOG.warning("host of the common domain cookie not usable", host=settings.host)
            return None
        origin = request.issuer.identifier.removesuffix(request.issuer.name.place.path)
        # The parameter tells the flow that the browser has returned.
        return_to = f"{origin}{flow.resume_url}?{urlencode({VISIT: 'done'})}"
        sealed = seal(self.services, WriteVisit(self.services.clock.now().timestamp(), entity_id, return_to))
        if not sealed:
            return None
        address = f"{issuer.identifier}{IDP_DISCOVERY_PATH}?{urlencode({VISIT: sealed})}"
        return await flow.visit(request, STAGE, {}, address)

    def introduced(self, request: Request, answer: Answer, entity_id: str) -> Answer:
        """Return the answer, with the cookie if it is sent by a host of the common domain."""
        settings = writing(request.snapshot)
        if settings is None or not is_at_common_domain(request, settings):
            return answer
        return with_cookie(request, answer, settings, entity_id)

    async def write(self, request: Request) -> Answer:
        """Set the cookie, and lead the browser back: the handler of the address in the common domain."""
        visit = opened(self.services, WriteVisit, request.query.one(VISIT) or "")
        settings = writing(request.snapshot)
        if visit is None or settings is None or not is_at_common_domain(request, settings):
            return self.services.pages.error(request, status=HTTPStatus.BAD_REQUEST, message="error.request")
        return with_cookie(request, redirect_answer(visit.return_to), settings, visit.entity_id)
