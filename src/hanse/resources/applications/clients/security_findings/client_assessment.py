"""The rules in their order, and the findings of a client: for its page, for the list of clients and for the API."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from hanse.config.declare.ui.findings import Assessment, Finding, Severity
from hanse.config.declare.validation import parse_stored
from hanse.config.declare.view import View
from hanse.kit.texts.messages import Message, message
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.security_findings import (
    authentication_rules,
    grant_rules,
    redirect_rules,
    token_rules,
)
from hanse.resources.applications.clients.security_findings.assessed_client import AssessedClient, ServerFacts

Body = Mapping[str, Any]
RULES: Final[tuple[Callable[[AssessedClient], Iterator[Finding]], ...]] = (
    grant_rules.access_tokens_in_addresses,
    grant_rules.password_grant,
    grant_rules.proof_keys,
    redirect_rules.wildcard_redirects,
    redirect_rules.insecure_redirects,
    token_rules.refresh_token_rotation,
    token_rules.unsigned_id_tokens,
    authentication_rules.guessable_secret,
    authentication_rules.replayed_assertions,
    token_rules.unused_grants,
    token_rules.access_token_lifetime,
    redirect_rules.schemes_of_others,
    redirect_rules.skipped_consent,
    redirect_rules.wildcard_logout_redirects,
    grant_rules.plain_proof_keys,
    grant_rules.issuer_in_responses,
    authentication_rules.shared_secret,
    token_rules.bearer_tokens,
    authentication_rules.unprotected_requests,
    redirect_rules.loopback_by_name,
    grant_rules.users_and_the_client_itself,
)
_ORDER: Final = tuple(Severity)


def findings_of(client: Client, server: ServerFacts) -> list[Finding]:
    """Return the findings of a client, the most severe first."""
    assessed = AssessedClient(client, server)
    found = (finding for rule in RULES for finding in rule(assessed))
    return sorted(found, key=lambda each: _ORDER.index(each.severity))


def find_in_body(view: View, body: Body) -> list[Finding]:
    """Return the findings of a client in its API form. Raises ValidationFailed if the body is not valid."""
    return findings_of(parse_stored(Client, dict(body)), ServerFacts.of(view))


def summary_column(view: View) -> Callable[[Body], str]:
    """Return the function that summarizes the findings of a client for the list."""
    server = ServerFacts.of(view)
    return lambda body: summary(findings_of(parse_stored(Client, dict(body)), server))


def summary(findings: list[Finding]) -> Message:
    """Return the number of findings of high and of medium severity."""
    high, medium = (sum(each.severity is level for each in findings) for level in (Severity.HIGH, Severity.MEDIUM))
    if high and medium:
        return message("{high} high, {medium} medium", high=high, medium=medium)
    if high:
        return message("{high} high", high=high)
    return message("{medium} medium", medium=medium) if medium else message("None")


CLIENT_ASSESSMENT: Final = Assessment(
    heading=message("Security findings"),
    help=message(
        "Differences of this client from the security recommendations for OAuth 2.0 (RFC 9700). A fix changes the form"
        " and takes effect when you save it."
    ),
    passed=message("The client follows the recommendations: there are no findings of high or medium severity."),
    find=find_in_body,
)
