"""The findings in the admin API: of one client, and of all clients page by page."""

from typing import Annotated, Any

from pydantic import Field

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.findings import Finding, Severity
from hanse.config.declare.validation import parse_stored
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.config.list_query import ListQuery
from hanse.kit.texts.translation import localized
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.applications.clients.security_findings.assessed_client import ServerFacts
from hanse.resources.applications.clients.security_findings.client_assessment import findings_of

PATH = f"{API}/internal/clientSecurityFindings"
_DEFAULT_PAGE, _MOST = 100, 500


class SecurityFinding(ConfigModel):
    """A setting that a security recommendation advises against."""

    id: Annotated[str, Field(title="ID")]
    severity: Annotated[Severity, Field(title="Severity")]
    message: Annotated[str, Field(title="Finding")]
    standard: Annotated[str, Field(title="Standard")]
    section: Annotated[str, Field(title="Section")]
    path: Annotated[
        str | None, Field(title="Setting", description="Path of the setting in the client; absent for server settings.")
    ] = None
    fix: Annotated[
        dict[str, Any] | None,
        Field(title="Fix", description="Values that remove the finding, by path; absent if no value is known."),
    ] = None


class ClientSecurityFindings(ConfigModel):
    """The findings of a client, the most severe first."""

    client_id: Annotated[str, Field(title="Client ID")]
    name: Annotated[str, Field(title="Name")]
    findings: Annotated[list[SecurityFinding], Field(title="Findings")]


class ClientSecurityFindingsList(ConfigModel):
    """One page of clients, ordered by name."""

    items: list[ClientSecurityFindings]
    total_items: Annotated[int, Field(description="Number of all clients.")]
    next_after: Annotated[
        str | None, Field(description="Value of `after` for the next page. Absent on the last page.")
    ] = None


def _list(call: Call) -> OperationResult:
    name, separator, id_ = (call.query["after"] or "").rpartition("\n")
    page = call.view.list(
        OAUTH_CLIENTS,
        ListQuery(number_per_page=call.query["limit"], after=(name, id_) if separator else None),
    )
    server = ServerFacts.of(call.view)
    return OperationResult(
        ClientSecurityFindingsList(
            items=[_answer(each.body, server) for each in page.items],
            total_items=page.total,
            next_after=None if page.next_key is None else "\n".join(page.next_key),
        )
    )


def _read(call: Call) -> OperationResult:
    stored = call.view.get(OAUTH_CLIENTS, call.path["clientId"])
    return OperationResult(_answer(stored.body, ServerFacts.of(call.view)), revision=stored.revision)


def _answer(body: dict[str, Any], server: ServerFacts) -> ClientSecurityFindings:
    client = parse_stored(Client, body)
    return ClientSecurityFindings(
        client_id=client.client_id,
        name=client.name,
        findings=[_finding(each) for each in findings_of(client, server)],
    )


def _finding(found: Finding) -> SecurityFinding:
    return SecurityFinding(
        id=found.id,
        severity=found.severity,
        message=localized(found.text),
        standard=found.reference.document,
        section=found.reference.section,
        path=found.path or None,
        fix=dict(found.fix) or None,
    )


SECURITY_FINDING_OPERATIONS = (
    Operation(
        path=PATH,
        area=Area.CONFIGURATION,
        tag=OAUTH_CLIENTS.text.title,
        summary="List: Security findings of all clients",
        run=_list,
        answer=ClientSecurityFindingsList,
        query=(
            QueryParameter("limit", int, "Clients per page.", _DEFAULT_PAGE, minimum=1, maximum=_MOST),
            QueryParameter("after", str, "Value of `nextAfter` from the previous page."),
        ),
    ),
    Operation(
        path=f"{PATH}/{{clientId}}",
        area=Area.CONFIGURATION,
        tag=OAUTH_CLIENTS.text.title,
        summary="Read: Security findings of a client",
        run=_read,
        answer=ClientSecurityFindings,
    ),
)
