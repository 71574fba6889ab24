"""The operations of specification 2, section 7: options, start of a collection, status, download.

An archive can be deleted as well, because it contains the whole configuration and is needed for a support case only.

Administrators who may start a collection may download it. Auditors see the status of collections but cannot download
them: an archive is the whole configuration with all log lines in one file, which no page shows to an auditor.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import structlog
from pydantic import Field

from hanse.config.declare.access import Area, Intent
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.navigation import SERVER, ConsolePage
from hanse.config.http.operation import API, Call, Operation, OperationResult, Stream
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import to_text
from hanse.kit.errors import ValidationFailed
from hanse.kit.texts.translation import localized
from hanse.ops.support_data.archives import COMPLETED, IN_PROGRESS, Archive, Archives
from hanse.ops.support_data.settings import (
    STANDALONE,
    ArchiveMember,
    CollectionOptions,
    CollectionRequest,
    chosen,
    findings,
)

PAGE = ConsolePage(
    id="collectSupportData",
    label="Collect Support Data",
    heading=SERVER,
    slug="collect-support-data",
    position=90,
    keywords=("troubleshooting", "diagnostics", "archive", "logs"),
    is_react=True,
)

LOG = structlog.stdlib.get_logger("hanse.support")
TAG = "Collect Support Data"
PATH = f"{API}/collectSupportData/archives"
ZIP = "application/zip"


class NodeView(ConfigModel):
    """A node that can collect data."""

    index: int
    address: str
    role: str
    running: bool


class SettingsView(CollectionOptions):
    """The initial values of the collection form: the available nodes, and the values of the options."""

    nodes_to_collect: list[int] = Field(default=[])
    # For standalone servers only.
    node_type_to_collect: Literal["STANDALONE"] | None = None
    encrypt_archive: bool = False
    nodes: list[NodeView]


class ArchiveLink(ConfigModel):
    """A call about an archive, with its address."""

    id: str
    location: str


class ArchiveView(ConfigModel):
    """The state of the archive of one node."""

    archive_id: str
    collection_id: str
    # The contract has it as text here, and as a number in requests.
    node_index: str
    role: str
    address: str
    status: str
    # The current step of the node, or the reason of a failure.
    step: str | None = None
    reason: str | None = None
    requested: str
    # The same moment, under the name that the contract gives it.
    timestamp: str
    status_link: ArchiveLink
    # Only of a complete archive.
    export_link: ArchiveLink | None = None
    finished: str | None = None
    size: int | None = None
    file_name: str | None = None


class ArchiveList(ConfigModel):
    """The existing archives, those of the newest collection first."""

    archives: list[ArchiveView]


@dataclass(frozen=True)
class Nodes:
    """Returns the nodes that can collect data; a standalone server is one."""

    members: Callable[[TransactionView], Sequence[ArchiveMember]]
    clustered: bool


def support_data_operations(archives: Archives, nodes: Nodes) -> list[Operation]:
    """Return the operations."""
    calls = _Calls(archives, nodes)
    operation = partial(Operation, area=Area.SUPPORT_DATA, tag=TAG)
    return [
        operation(
            path=f"{API}/internal/csdSettings",
            summary="Read the options of the collection",
            run=calls.settings,
            answer=SettingsView,
        ),
        operation(
            method="POST",
            path=f"{PATH}/collect",
            summary="Start a collection",
            run=calls.collect,
            body=CollectionRequest,
            answer=ArchiveList,
            status=201,
            in_transaction=False,
        ),
        operation(path=PATH, summary="List the archives with their status", run=calls.list, answer=ArchiveList),
        operation(
            path=f"{PATH}/{{archiveId}}", summary="Read the status of an archive", run=calls.one, answer=ArchiveView
        ),
        operation(
            path=f"{PATH}/export/{{archiveId}}",
            # For access control this is no read operation: see above.
            intent=Intent.WRITE,
            summary="Download an archive",
            run=calls.export,
            answer={"type": "string", "format": "binary"},
            answer_type=ZIP,
            in_transaction=False,
        ),
        operation(
            method="DELETE",
            path=f"{PATH}/{{archiveId}}",
            summary="Delete an archive",
            run=calls.delete,
            status=204,
            in_transaction=False,
        ),
    ]


class _Calls:
    def __init__(self, archives: Archives, nodes: Nodes) -> None:
        self._archives = archives
        self._nodes = nodes

    def settings(self, call: Call) -> OperationResult:
        nodes = [
            NodeView(index=member.index, address=member.address, role=member.role, running=member.is_running)
            for member in self._nodes.members(call.view)
        ]
        alone: Literal["STANDALONE"] | None = None if self._nodes.clustered else STANDALONE
        return OperationResult(SettingsView(nodes=nodes, node_type_to_collect=alone))

    def collect(self, call: Call) -> OperationResult:
        request: CollectionRequest = call.body
        with call.configuration.reading() as view:
            members = self._nodes.members(view)
        if errors := list(findings(request, members, clustered=self._nodes.clustered)):
            raise ValidationFailed(errors)
        selected = chosen(request, members)
        found = self._archives.request(request, selected, call.principal.username)
        LOG.info(
            "support data requested",
            actor=call.principal.username,
            nodes=[member.index for member in selected],
            encrypted=request.encrypt_archive,
        )
        return _answer(found, call, status=201)

    def list(self, call: Call) -> OperationResult:
        return _answer(self._archives.all(call.view.connection), call)

    def one(self, call: Call) -> OperationResult:
        return OperationResult(_view(self._archives.one(call.view.connection, call.path["archiveId"]), call))

    def export(self, call: Call) -> OperationResult:
        archive = self._archives.completed(call.path["archiveId"])
        LOG.info("support data downloaded", actor=call.principal.username, archive=archive.archive_id)
        return OperationResult(
            Stream(self._archives.content(archive.archive_id), archive.size),
            headers={"Content-Disposition": f'attachment; filename="{archive.file_name}"'},
        )

    def delete(self, call: Call) -> OperationResult:
        archive = self._archives.remove(call.path["archiveId"])
        LOG.info("support data deleted", actor=call.principal.username, archive=archive.archive_id)
        return OperationResult(status=204)


def _answer(archives: Sequence[Archive], call: Call, status: int = 200) -> OperationResult:
    return OperationResult(ArchiveList(archives=[_view(archive, call) for archive in archives]), status=status)


def _view(archive: Archive, call: Call) -> ArchiveView:
    def link(path: str) -> ArchiveLink:
        return ArchiveLink(id=archive.archive_id, location=f"{call.caller.origin}{path}/{archive.archive_id}")

    return ArchiveView(
        archive_id=archive.archive_id,
        collection_id=archive.collection_id,
        node_index=str(archive.node_index),
        role=archive.role,
        address=archive.address,
        status=archive.status,
        step=archive.step if archive.status == IN_PROGRESS else None,
        reason=None if archive.reason is None else localized(archive.reason),
        requested=to_text(archive.requested),
        timestamp=to_text(archive.requested),
        status_link=link(PATH),
        export_link=link(f"{PATH}/export") if archive.status == COMPLETED else None,
        finished=None if archive.finished is None else to_text(archive.finished),
        size=archive.size if archive.status == COMPLETED else None,
        file_name=archive.file_name,
    )
