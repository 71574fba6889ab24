"""The cloud client as the layers below know it (`kit.ports.CloudPlatform`)."""

from hanse.kit.errors import FieldError
from hanse.kit.ports import CredentialFacts, CredentialStatus
from hanse.ops.cloud.claims import decode_credential
from hanse.ops.cloud.client import CloudClient
from hanse.ops.cloud.failures import CloudFailure

FIELD_PATH = "credential"


class Platform:
    """Describes and checks credentials with one client."""

    def __init__(self, client: CloudClient) -> None:
        self._client = client

    def describe(self, credential: str) -> CredentialFacts | FieldError:
        """Return what a credential says, or why it cannot be used."""
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
            region=region.name,
            creation_date=claims.creation_date,
            management_endpoint=region.management_api_endpoint,
            authentication_endpoint=region.authentication_api_endpoint,
        )

    def status(self, credential: str) -> CredentialStatus:
        """Ask the credential's region whether it counts."""
        return self._client.check_credential(credential)
