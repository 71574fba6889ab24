"""Applies the client registration policies of the settings, in their order."""

from typing import Any

import structlog

from hanse.engine.errors import InvalidClientMetadata, ServerError
from hanse.engine.http.request import Request
from hanse.engine.services import Purpose, Services
from hanse.engine.snapshot.configuration_parts import REGISTRATION_POLICY_INSTANCES
from hanse.plugins.contracts.client_registration import RegistrationAttempt, RegistrationPolicy, RegistrationRefused
from hanse.resources.applications.clients.registration import DynamicClientRegistration

LOG = structlog.stdlib.get_logger("hanse.oauth")
_SECONDS = 10.0


async def apply_policies(
    services: Services, request: Request, settings: DynamicClientRegistration, attempt: RegistrationAttempt
) -> dict[str, Any]:
    """Return the metadata after all policies. Raises InvalidClientMetadata, and ServerError for a missing policy."""
    instances = request.snapshot.part(REGISTRATION_POLICY_INSTANCES)
    metadata = dict(attempt.metadata)
    for reference in settings.policy_refs:
        instance = instances.get(reference.id)
        if instance is None or instance.plugin is None:
            # A registration that a policy cannot check must not succeed.
            LOG.error("client registration policy not usable", policy=reference.id)
            raise ServerError("The registration cannot be checked.")
        metadata = await _applied(services, reference.id, instance.plugin, _with(attempt, metadata))
    return metadata


async def _applied(
    services: Services, id_: str, policy: RegistrationPolicy, attempt: RegistrationAttempt
) -> dict[str, Any]:
    try:
        now = services.clock.now()
        return dict(await services.work.run(Purpose.REGISTRATIONS, policy.apply, attempt, now, seconds=_SECONDS))
    except RegistrationRefused as refused:
        LOG.info("registration refused by a policy", policy=id_, reason=str(refused))
        raise InvalidClientMetadata(str(refused)) from refused


def _with(attempt: RegistrationAttempt, metadata: dict[str, Any]) -> RegistrationAttempt:
    return RegistrationAttempt(metadata, attempt.is_update, attempt.statement_issuer, attempt.token_client)
