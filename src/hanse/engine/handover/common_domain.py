"""Finds the identity provider of a sign-in by the common domain cookie, if the request names none."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

import structlog

from hanse.engine.handover.provider_choice import PARTNER_ID, OfferedProvider, offered_providers
from hanse.engine.handover.targets import SP_ADAPTER, TARGET, first_value
from hanse.engine.http.answers import Answer, redirect_answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.saml.common_domain.cookie import common_issuer, is_at_common_domain, providers_of, reading
from hanse.engine.saml.common_domain.sealed_visits import VISIT, ReadVisit, opened, seal
from hanse.engine.services import Services
from hanse.saml.paths import SP_DISCOVERY_PATH, SP_START_PATH

LOG = structlog.stdlib.get_logger("hanse.handover")
# Set in the address after the cookie was read without a result. Applications can set it, so that users choose anew.
IGNORE_COOKIE: Final = "IgnoreCommonDomain"


@dataclass(frozen=True)
class CommonDomainDiscovery:
    """Reads the cookie."""

    services: Services

    def find(
        self, request: Request, parameters: Parameters, offered: Sequence[OfferedProvider]
    ) -> OfferedProvider | Answer | None:
        """Return the provider of the cookie, or the redirect to the host that reads it; None if nothing is known."""
        settings = reading(request.snapshot)
        if settings is None or parameters.one(IGNORE_COOKIE):
            return None
        if is_at_common_domain(request, settings):
            return _last_provider(request, offered)
        issuer = common_issuer(request.snapshot, settings)
        if issuer is None:
            LOG.warning("host of the common domain cookie not usable", host=settings.host)
            return None
        now = self.services.clock.now().timestamp()
        sealed = seal(self.services, ReadVisit(now, request.issuer.identifier, list(parameters.pairs())))
        if not sealed:
            return None
        return redirect_answer(f"{issuer.identifier}{SP_DISCOVERY_PATH}?{urlencode({VISIT: sealed})}")

    async def read(self, request: Request) -> Answer:
        """Read the cookie, and lead the browser back: the handler of the address in the common domain."""
        visit = opened(self.services, ReadVisit, request.query.one(VISIT) or "")
        settings = reading(request.snapshot)
        issuer = None if visit is None else request.snapshot.issuer(visit.issuer)
        if visit is None or issuer is None or settings is None or not is_at_common_domain(request, settings):
            return self.services.pages.error(request, status=HTTPStatus.BAD_REQUEST, message="error.request")
        parameters = Parameters(visit.parameters)
        offered = offered_providers(
            request.snapshot, first_value(parameters, SP_ADAPTER), first_value(parameters, TARGET)
        )
        found = _last_provider(request, offered)
        result = (IGNORE_COOKIE, "true") if found is None else (PARTNER_ID, found.entity_id)
        kept = [each for each in visit.parameters if each[0] != PARTNER_ID]
        return redirect_answer(f"{issuer.identifier}{SP_START_PATH}?{urlencode([*kept, result])}")


def _last_provider(request: Request, offered: Sequence[OfferedProvider]) -> OfferedProvider | None:
    """Return the provider at which the user has signed in last, of those whose users the application accepts."""
    by_entity = {each.entity_id: each for each in offered}
    return next((by_entity[each] for each in reversed(providers_of(request)) if each in by_entity), None)
