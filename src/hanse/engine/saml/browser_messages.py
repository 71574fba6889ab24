"""Messages that a browser delivers, by the POST or the Redirect binding (SAML bindings, sections 3.4 and 3.5).

For the Artifact binding, `received_artifacts` returns the message that the browser has brought an artifact for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import structlog

from hanse.engine.http.request import Request
from hanse.plugins.connections.saml_provider.artifact_resolver import ResolvedMessage
from hanse.resources.federation.connections.endpoints import Binding
from hanse.saml.bindings import RELAY_STATE, RedirectMessage, checked_relay_state, read_post, read_redirect
from hanse.saml.envelopes import Body, Envelope, SignatureTrust, open_envelope
from hanse.saml.errors import InvalidMessage

LOG = structlog.stdlib.get_logger("hanse.saml")
# The maximum length of an identifier in the log.
_LOGGED: Final = 200


@dataclass(frozen=True)
class BrowserMessage:
    """A message that was received and not verified; `parameter` is `SAMLRequest` or `SAMLResponse`."""

    binding: Binding
    parameter: str
    envelope: Envelope
    relay_state: str | None
    redirect: RedirectMessage | None = None
    # The answer of the partner to the request for an artifact.
    resolved: ResolvedMessage | None = None

    @property
    def is_authentic(self) -> bool:
        """Return whether the partner itself has delivered the message, which then needs no signature."""
        return self.resolved is not None and self.resolved.is_authentic

    def body(self, trust: SignatureTrust) -> Body:
        """Return the message to read. Raises SignatureRefused if it has a signature that does not verify."""
        if self.resolved is not None:
            # The signature of the answer covers the message that it contains.
            body = self.envelope.body(trust)
            return Body(body.element, body.is_signed or self.resolved.is_signed)
        return self.envelope.body(trust) if self.redirect is None else self.redirect.body(self.envelope, trust)


async def open_browser_message(request: Request, expected: Mapping[str, str]) -> BrowserMessage:
    """Return the message in an HTTP request. `expected` has the element by the parameter. Raises XmlRefused."""
    if request.method == "POST":
        form = await request.form()
        sent = [(name, form.one(name)) for name in expected]
        found = [(name, value) for name, value in sent if value is not None]
        if len(found) != 1:
            raise InvalidMessage("The form must have one SAML message.")
        parameter, value = found[0]
        state = form.one(RELAY_STATE)
        relay_state = None if state is None else checked_relay_state(state)
        envelope = open_envelope(read_post(value), [expected[parameter]])
        return _logged(BrowserMessage(Binding.POST, parameter, envelope, relay_state))
    message = read_redirect(request.scope["query_string"].decode("latin-1"))
    if message.parameter not in expected:
        raise InvalidMessage("The query has a message that is not expected here.")
    envelope = open_envelope(message.xml, [expected[message.parameter]])
    return _logged(BrowserMessage(Binding.REDIRECT, message.parameter, envelope, message.relay_state, message))


def _logged(message: BrowserMessage) -> BrowserMessage:
    """Log that a message was received. Its sender is not verified yet."""
    root = message.envelope.document.root
    facts = {"kind": root.local_name, "id": (root.attribute("ID") or "")[:_LOGGED], "issuer": message.envelope.issuer}
    LOG.debug("SAML message received", binding=message.binding.value, **facts)
    return message
