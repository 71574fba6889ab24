"""The replication status of a client."""

from typing import Any

import pytest

from hanse.cluster.standalone import StandaloneReplication
from hanse.config.declare.ports import Ports
from hanse.config.declare.replication import Replication
from hanse.config.declare.resource import ReplicationScope
from hanse.config.list_query import StoredDocument
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS


class PublishedUpTo:
    """Reports that clients are published up to a revision; other scopes are not supported."""

    def __init__(self, revision: int) -> None:
        self._revision = revision

    def published(self, _view: Any, scope: ReplicationScope) -> int | None:
        return {ReplicationScope.CLIENTS: self._revision}[scope]

    def published_alone(self, _view: Any, _resource: Any, id_: str) -> int | None:
        return 8 if id_ == "registered" else None


@pytest.mark.parametrize(
    ("replication", "expected"),
    [
        (StandaloneReplication(), ["REPLICATED", "REPLICATED"]),
        (PublishedUpTo(7), ["REPLICATED", "NOT_REPLICATED"]),
        (PublishedUpTo(8), ["REPLICATED", "REPLICATED"]),
        (PublishedUpTo(0), ["NOT_REPLICATED", "NOT_REPLICATED"]),
    ],
)
def test_a_save_after_the_last_replication_is_not_replicated(replication: Any, expected: list[str]) -> None:
    assert OAUTH_CLIENTS.answers.enrich is not None
    view: Any = None
    status = OAUTH_CLIENTS.answers.enrich(view, Ports({Replication: replication}))
    assert [status(StoredDocument("x", {}, revision))["replicationStatus"] for revision in (7, 8)] == expected


def test_a_client_that_was_published_alone_is_replicated() -> None:
    assert OAUTH_CLIENTS.answers.enrich is not None
    view: Any = None
    status = OAUTH_CLIENTS.answers.enrich(view, Ports({Replication: PublishedUpTo(0)}))
    shown = [status(StoredDocument("registered", {}, revision))["replicationStatus"] for revision in (7, 8, 9)]
    assert shown == ["REPLICATED", "REPLICATED", "NOT_REPLICATED"]
