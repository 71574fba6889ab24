"""Lines of the audit log about users whom partners have authenticated, as the connection's logging mode requires."""

from typing import Final

import structlog

from hanse.engine.http.request import Request
from hanse.engine.snapshot.authentication_sources import find_source, source_of
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.engine.trace.masking import MASK, AttributeMask
from hanse.kit.sign_in_traces import TracedValue
from hanse.plugins.contracts.adapters import AdapterResult, Failure, Success
from hanse.resources.authentication.policies.tree import AuthenticationSourceType
from hanse.resources.federation.connections.model import LoggingMode
from hanse.saml.masked_messages import masked_message

LOG: Final = structlog.stdlib.get_logger("hanse.signin")
_DETAILED: Final = (LoggingMode.ENHANCED, LoggingMode.FULL)


def log_partner_result(request: Request, key: str, result: AdapterResult) -> None:
    """Write the line about the answer of a partner; nothing for other sources.

    The message of a refused answer is not logged, because nothing in it was verified.
    """
    source = source_of(key)
    if source.type is not AuthenticationSourceType.IDP_CONNECTION or not isinstance(result, Success | Failure):
        return
    id_ = source.source_ref.id
    connection = request.snapshot.part(CONNECTION_SOURCES).connection(id_)
    if connection is None or connection.logging_mode is LoggingMode.NONE:
        return
    partner = {"connection": id_, "partner": connection.entity_id}
    details = {"client": request.client_address} if connection.logging_mode in _DETAILED else {}
    if isinstance(result, Failure):
        LOG.info("partner sign-in refused", **partner, code=result.code, reason=result.detail, **details)
        return
    if details and result.received is not None:
        details |= result.received.details
    is_full = connection.logging_mode is LoggingMode.FULL
    LOG.info("partner sign-in accepted", **partner, **details, **_user(request, key, result, is_full=is_full))


def _user(request: Request, key: str, success: Success, *, is_full: bool) -> dict[str, object]:
    """Return the user without masked values: the identifier, and if required the message or the attributes."""
    instance = find_source(request.snapshot, key)
    core = () if instance is None else instance.settings.attribute_contract.core_attributes
    found: dict[str, TracedValue] = {
        name: value if isinstance(value, str) else list(value) for name, value in success.attributes.items()
    }
    shown = AttributeMask.of_adapters(request.snapshot, [(key, found)]).applied(found)
    subject = next((shown[each.name] for each in core if each.name in shown), "")
    facts: dict[str, object] = {"subject": subject}
    if not is_full:
        return facts
    if success.received is None or not success.received.xml:
        # Tokens grant access, so the log has the values that were read from them.
        return facts | {"attributes": shown}
    masked = {name for name, value in found.items() if shown[name] != value}
    xml = success.received.xml
    return facts | {"message": masked_message(xml, masked, MASK, hides_subject=subject == MASK)}
