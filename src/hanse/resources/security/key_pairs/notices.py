"""Notices to administrators about key pairs: certificates that expire, and rotations that are overdue."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

from hanse import handles
from hanse.config.declare.handles import Handle
from hanse.config.declare.notices import EXPIRY_WARNING, Notice, NoticeFinder
from hanse.config.declare.ports import Ports
from hanse.config.declare.resource import SINGLETON_ID
from hanse.config.declare.validation import parse_stored
from hanse.config.declare.view import View
from hanse.kit.clock import Clock, from_text
from hanse.kit.texts.messages import counted, message
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.rotation import step_due
from hanse.resources.security.key_pairs.view import ends_soon

# The server checks every few minutes. A rotation that is overdue for so long has failed many times.
GRACE = timedelta(hours=6)
_Span = TypeVar("_Span", timedelta, None)
# Returns the facts of the certificates in a document.
Certificates = Callable[[Mapping[str, Any]], Iterable[Mapping[str, Any]]]


def _itself(body: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    return (body,)


def expiry_notices(resource: Handle[Any], page: str, certificates: Certificates = _itself) -> NoticeFinder:
    """Return the source of notices about certificates that are not renewed automatically.

    `page` is the console's page that lists them. `certificates` returns the facts of those in a document; by default,
    a document is a certificate.
    """

    def find_notices(view: View, ports: Ports) -> Iterator[Notice]:
        now = ports.get(Clock).now()
        ending = sorted(_ending(view, resource, now, certificates))
        if not ending:
            return
        end, subject = ending[0]
        values = {"count": len(ending), "subject": subject, "end": end}
        if len(ending) == 1:
            template = "The certificate {subject} expires on {end}."
            if end <= now:
                template = "The certificate {subject} expired on {end}."
        else:
            template = "{count} certificates have expired or expire soon. The first, {subject}, expires on {end}."
            if end <= now:
                template = "{count} certificates have expired or expire soon. The first, {subject}, expired on {end}."
        text = message(template, **values)
        yield Notice(id=f"{resource.path[1:]}:expiry", label=message("Certificate expiry"), description=text, path=page)

    return find_notices


def renewal_notices(resource: Handle[Any], page: str) -> NoticeFinder:
    """Return the source of notices about key pairs whose automatic rotation is overdue."""

    def find_notices(view: View, ports: Ports) -> Iterator[Notice]:
        then = ports.get(Clock).now() - GRACE
        late = [
            str(each.body["subjectDN"])
            for each in view.everything(resource)
            if "rotationSettings" in each.body and step_due(_pair(each.body), then) is not None
        ]
        if late:
            text = counted(
                "The certificate {subject} could not be renewed. The server tries again; its log has the reason.",
                "{count} certificates, {subject} first, could not be renewed. The server tries again; its log has the"
                " reason.",
                len(late),
                subject=late[0],
            )
            yield Notice(
                id=f"{resource.path[1:]}:rotation", label=message("Certificate rotation"), description=text, path=page
            )

    return find_notices


def _ending(
    view: View, resource: Handle[Any], now: datetime, certificates: Certificates
) -> Iterator[tuple[datetime, str]]:
    before = _configured(view, "expiring", EXPIRY_WARNING)
    after = _configured(view, "expired", None)
    for each in (found for stored in view.everything(resource) for found in certificates(stored.body)):
        end = from_text(each["expires"])
        if ends_soon(each, now, before) and (after is None or now - end <= after):
            yield end, each["subjectDN"]


def _configured(view: View, which: str, otherwise: _Span) -> timedelta | _Span:
    """Return how long before or after its expiration a certificate is reported, according to the server settings."""
    if not view.knows(handles.SERVER_SETTINGS):
        return otherwise
    notifications = view.get(handles.SERVER_SETTINGS, SINGLETON_ID).body.get("notifications") or {}
    days = notifications.get(f"{which}CertificateAdministrativeConsoleWarningDays")
    return otherwise if days is None else timedelta(days=days)


def _pair(body: dict[str, Any]) -> KeyPair:
    return parse_stored(KeyPair, body)
