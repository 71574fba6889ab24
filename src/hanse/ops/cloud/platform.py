"""The cloud client for the lower layers (`kit.ports.CloudPlatform`)."""

import hashlib
from collections.abc import Sequence

import structlog

from hanse.kit.errors import ExternalFailure, ExternalRefusal, FieldError
from hanse.kit.ports import CloudEnvironment, CredentialCheck, CredentialFacts
from hanse.ops.cloud.claims import decode_credential
from hanse.ops.cloud.client import CloudClient
from hanse.ops.cloud.failures import CloudFailure, CredentialRefused, MalformedCredential, UnknownRegion
from hanse.ops.cloud.request_limit import Once

LOG = structlog.stdlib.get_logger("hanse.cloud")

FIELD_PATH = "credential"


class CloudPlatformClient:
    """Describes and checks credentials with one client."""

    def __init__(self, client: CloudClient) -> None:
        self._client = client
        self._checks: Once[CredentialCheck] = Once()

    def describe(self, credential: str) -> CredentialFacts | FieldError:
        """Return the claims of a credential, or the reason why it cannot be used."""
        try:
            claims = decode_credential(credential)
            region = self._client.regions.find(claims.region)
        except CloudFailure as failure:
            return FieldError(failure.message, FIELD_PATH, "invalid_credential")
        return CredentialFacts(
            credential_id=str(claims.credential_id),
            connection_id=str(claims.gateway_id),
            environment_id=str(claims.environment_id),
            organization_name=claims.organization_name,
            region=region.title,
            creation_date=claims.creation_date,
            management_endpoint=region.management_address,
            authentication_endpoint=region.authentication_api_endpoint,
        )

    def check(self, credential: str) -> CredentialCheck:
        """Ask the credential's region whether it is valid; simultaneous callers share one answer."""
        # The key exists only during the request, and a digest identifies the credential as well as its text.
        key = hashlib.sha256(credential.encode()).hexdigest()
        return self._checks.run(key, lambda: self._client.check_credential(credential))

    def refusal(self, credential: str) -> FieldError | None:
        """Ask the credential's region, and return why the credential cannot be used or could not be checked."""
        try:
            self._client.verify(credential)
        except (MalformedCredential, UnknownRegion, CredentialRefused) as failure:
            return FieldError(failure.message, FIELD_PATH, "invalid_credential")
        except CloudFailure as failure:
            _note(failure)
            return FieldError(
                f"The credential could not be checked. {failure.message}", FIELD_PATH, "unchecked_credential"
            )
        return None

    def environments(self, credential: str) -> Sequence[CloudEnvironment]:
        """Return the environments that the connection can access; raises ExternalFailure."""
        try:
            found = self._client.environments(credential)
        except CloudFailure as failure:
            _note(failure)
            refused = isinstance(failure, (MalformedCredential, UnknownRegion, CredentialRefused))
            kind = ExternalRefusal if refused else ExternalFailure
            raise kind(failure.message, result_id=failure.result_id) from None
        return [CloudEnvironment(str(each.id), each.name, each.type) for each in found]


def _note(failure: CloudFailure) -> None:
    LOG.info("cloud service", result=failure.result_id, reason=failure.message, detail=failure.detail)
