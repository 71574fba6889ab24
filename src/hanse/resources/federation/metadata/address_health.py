"""The check of the metadata address of a connection: reachable, signed as required, not expired, and unchanged."""

from collections.abc import Iterator, Mapping
from typing import Any

from hanse.config.configuration import Configuration
from hanse.config.list_query import StoredDocument
from hanse.kit.errors import ValidationFailed
from hanse.kit.texts.translation import localized_message, say
from hanse.resources.federation.connections.health import HealthFinding, HealthState
from hanse.resources.federation.metadata.comparison import differences
from hanse.resources.federation.metadata.metadata_urls import METADATA_URLS
from hanse.resources.federation.metadata.reading_records import metadata_url_of
from hanse.resources.federation.metadata.reloading import read_for_connection


def metadata_findings(configuration: Configuration, body: Mapping[str, Any]) -> Iterator[HealthFinding]:
    """Yield the result for the metadata address of a connection, if it has one."""
    address = metadata_url_of(body)
    if address is None:
        return
    with configuration.reading() as view:
        settings = view.model(METADATA_URLS, address)
    subject = say("Metadata {address}", address=settings.url)
    try:
        facts = read_for_connection(configuration, settings, StoredDocument(str(body["id"]), dict(body), 0))
    except ValidationFailed as failure:
        text = "; ".join(localized_message(each.message) for each in failure.errors)
        yield HealthFinding(subject=subject, state=HealthState.FAILED, message=text)
        return
    if differences(body, facts):
        text = say("The metadata differs from the connection. Compare the connection with it.")
        yield HealthFinding(subject=subject, state=HealthState.WARNING, message=text)
        return
    yield HealthFinding(subject=subject, state=HealthState.HEALTHY, message=say("Valid, and equal to the connection."))
