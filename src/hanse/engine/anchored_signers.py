"""Verification of signatures of partners whose certificates are trusted by their names.

Such a verification may have to wait for an OCSP responder or a revocation list, so it runs on a thread.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, Protocol, TypeVar

from cryptography import x509

from hanse.crypto.xml.anchored_trust import AnchoredTrust, SignerNames
from hanse.engine.http.request import Request
from hanse.engine.mutual_tls.authorities import CLIENT_AUTHORITIES
from hanse.engine.mutual_tls.revocation_rules import REVOCATION_RULES
from hanse.engine.services import Purpose, Services
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.thread_calls import wait_for
from hanse.saml.envelopes import SignatureTrust

T = TypeVar("T")
# More than a thread waits for the check for revocation.
_SECONDS: Final = 12.0


class SigningPartner(Protocol):
    """A partner that signs messages."""

    @property
    def signer_names(self) -> SignerNames | None:
        """Return the names in certificates that the partner may sign with; None if they are not used."""
        ...

    def trust(self, now: datetime) -> SignatureTrust:
        """Return the active certificates of the connection that are valid at a time."""
        ...


def anchored_trust(
    services: Services, snapshot: Snapshot, names: SignerNames, loop: asyncio.AbstractEventLoop
) -> AnchoredTrust:
    """Return the trust in certificates of the trusted CAs with these names. `loop` is the event loop of the engine."""
    rules = snapshot.part(REVOCATION_RULES)

    def is_accepted(chain: Sequence[x509.Certificate]) -> bool:
        late = "The check for revocation has not ended in time."
        return wait_for(services.revocation.is_accepted(chain, rules), loop, late)

    # The group Partner CAs is for TLS certificates only.
    authorities = snapshot.part(CLIENT_AUTHORITIES).trusted
    return AnchoredTrust(names, authorities, services.clock.now(), is_accepted)


def signature_trust(services: Services, request: Request, partner: SigningPartner) -> SignatureTrust:
    """Return the certificates and names that a partner may sign with, for verifications on a thread."""
    trust, names = partner.trust(services.clock.now()), partner.signer_names
    if names is None:
        return trust
    return replace(trust, anchored=anchored_trust(services, request.snapshot, names, asyncio.get_running_loop()))


async def with_trust(
    services: Services, request: Request, partner: SigningPartner, verify: Callable[[SignatureTrust], T]
) -> T:
    """Return the result of a verification. Raises what it raises, and TemporarilyUnavailable or Unavailable."""
    trust = signature_trust(services, request, partner)
    if trust.anchored is None:
        return verify(trust)
    return await services.work.run(Purpose.ADAPTERS, verify, trust, seconds=_SECONDS)
