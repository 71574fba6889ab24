"""A cloud platform that accepts every credential. Answers to invalid credentials are tested with the real client."""

from hanse.kit.clock import from_text
from hanse.kit.ports import CloudEnvironment, CredentialCheck, CredentialFacts, CredentialStatus


class AcceptingPlatform:
    """Returns the same facts for every credential, without checking it."""

    def describe(self, credential: str) -> CredentialFacts:
        return CredentialFacts(
            credential_id=f"credential of {len(credential)} characters",
            connection_id="connection",
            environment_id="environment",
            organization_name="Example Organization",
            region="NA",
            creation_date=from_text("2026-11-20T00:00:00Z"),
            management_endpoint="https://api.example.com",
            authentication_endpoint="https://auth.example.com",
        )

    def check(self, _credential: str) -> CredentialCheck:
        return CredentialCheck(CredentialStatus.VALID)

    def refusal(self, _credential: str) -> None:
        return None

    def environments(self, _credential: str) -> list[CloudEnvironment]:
        return []
