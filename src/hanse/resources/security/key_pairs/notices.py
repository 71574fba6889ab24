"""What administrators hear of key pairs whose certificates end."""

from collections.abc import Iterator
from datetime import datetime

from hanse.config.notices import EXPIRY_WARNING, Look, Notice
from hanse.config.ports import Ports
from hanse.config.store import documents
from hanse.config.view import View
from hanse.kit.clock import Clock, from_text, shown


def expiry_notices(kind: str, page: str) -> Look:
    """Return the source for the key pairs of a kind; `page` is where the console lists them.

    A pair that the server renews by itself is told of once its certificate has ended: then the renewal did not happen.
    """

    def look(view: View, ports: Ports) -> Iterator[Notice]:
        now = ports.get(Clock).now()
        ending = sorted(_ending(view, kind, now))
        if not ending:
            return
        end, subject = ending[0]
        verb = "expired" if end <= now else "expires"
        if len(ending) == 1:
            text = f"The certificate {subject} {verb} on {shown(end)}."
        else:
            text = (
                f"{len(ending)} certificates have expired or expire soon. The first, {subject}, {verb} on {shown(end)}."
            )
        yield Notice(id=f"{kind}:expiry", label="Certificate expiry", description=text, path=page)

    return look


def _ending(view: View, kind: str, now: datetime) -> Iterator[tuple[datetime, str]]:
    for stored in documents.everything(view.connection, kind):
        end = from_text(stored.body["expires"])
        early = now if stored.body.get("rotationSettings") else now + EXPIRY_WARNING
        if end <= early:
            yield end, stored.body["subjectDN"]
