"""Changed metadata on the pages of connections: the differences, the buttons, and the notices."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from hanse import handles
from hanse.config.declare.access import Principal
from hanse.config.declare.handles import Handle
from hanse.config.declare.notices import Notice, NoticeFinder
from hanse.config.declare.ports import Ports
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.view import View
from hanse.kit.texts.messages import counted, message
from hanse.kit.texts.translation import localized, say
from hanse.resources.federation.metadata.comparison import MetadataDifference
from hanse.resources.federation.metadata.reading_records import (
    failed_readings,
    metadata_url_of,
    pending_change,
    pending_changes,
)

COMPARE_PATH: Final = "/metadata/compare"
APPLY_PATH: Final = "/metadata/apply"


def shown_differences(found: list[MetadataDifference]) -> dict[str, str]:
    """Return differences as texts by the names of the parts, in the language of the request."""
    shown = {}
    for each in found:
        lines = [say("Added: {value}", value=value) for value in each.added]
        lines += [say("Removed: {value}", value=value) for value in each.removed]
        shown[say("Changed metadata: {part}", part=localized(each.part.label))] = "; ".join(lines)
    return shown


def changes_on_pages(connections: Handle[Any]) -> Callable[[View, str, Principal], Mapping[str, str]]:
    """Return the facts that the page of a connection shows: the changed metadata that waits for it."""

    def facts(view: View, id_: str, _principal: Principal) -> Mapping[str, str]:
        found = pending_change(view, connections, id_)
        return {} if found is None else shown_differences(found.differences)

    return facts


def metadata_actions(connections: Handle[Any]) -> tuple[ItemAction, ...]:
    """Return the buttons of connections of one kind."""

    def has_address(view: View, id_: str, _principal: Principal) -> bool:
        stored = view.find(connections, id_)
        return stored is not None and metadata_url_of(stored.body) is not None

    def is_changed(view: View, id_: str, _principal: Principal) -> bool:
        return pending_change(view, connections, id_) is not None

    comparison = ItemAction(
        id="compareMetadata",
        name="Compare with Metadata",
        description="Reads the partner's metadata, and shows what has changed. The connection is not changed.",
        path=COMPARE_PATH,
        done="The metadata was read.",
        shows=lambda answer: shown_differences(answer.differences) or {say("Result"): say("No differences.")},
        offered=has_address,
    )
    application = ItemAction(
        id="applyMetadata",
        name="Apply Changed Metadata",
        description="Saves the connection with the changes that this page shows.",
        path=APPLY_PATH,
        done="The changes of the metadata were saved.",
        offered=is_changed,
    )
    return comparison, application


def change_notices(connections: Handle[Any], page: str) -> NoticeFinder:
    """Return the source of notices about metadata that waits for an administrator; `page` lists the connections."""

    def find_notices(view: View, _ports: Ports) -> Iterator[Notice]:
        found = sorted(pending_changes(view, connections), key=lambda each: each.name)
        if not found:
            return
        text = counted(
            "The metadata of {name} has changed. Review the changes on the page of the connection, and apply them.",
            "The metadata of {count} connections has changed, {name} first. Review the changes on the pages of the"
            " connections, and apply them.",
            len(found),
            name=found[0].name,
        )
        address = f"{page}/edit/{found[0].id}"
        yield Notice(
            id=f"{connections.path[1:]}:metadata", label=message("Changed metadata"), description=text, path=address
        )

    return find_notices


def failure_notices(page: str) -> NoticeFinder:
    """Return the source of notices about addresses whose metadata cannot be read; `page` lists them."""

    def find_notices(view: View, _ports: Ports) -> Iterator[Notice]:
        failed = [*failed_readings(view)]
        # The record of a deleted address remains.
        names = sorted(each.body["name"] for each in view.find_many(handles.METADATA_URLS, failed[:1_000]).values())
        if names:
            text = counted(
                "The metadata of {name} cannot be read. Read it on its page to see the reason.",
                "The metadata of {count} addresses cannot be read, {name} first. Read it on their pages to see the"
                " reasons.",
                len(names),
                name=names[0],
            )
            yield Notice(id="metadataUrls:reading", label=message("Unreadable metadata"), description=text, path=page)

    return find_notices
