"""Remembered consents."""

from typing import Final

from hanse.engine.state.contracts import Consent
from hanse.engine.state.sealing import Sealer
from hanse.engine.state.statements import NEVER, Statement, StatementRunner

_GET: Final = Statement(
    """SELECT scopes, details, given, expires FROM state_consent
       WHERE user_key = :user_key AND client_id = :client_id AND expires > :now"""
)
_PUT: Final = Statement(
    """INSERT INTO state_consent (user_key, client_id, scopes, details, given, expires)
       VALUES (:user_key, :client_id, :scopes, :details, :given, :expires)
       ON CONFLICT (user_key, client_id) DO UPDATE SET scopes = excluded.scopes, details = excluded.details,
       given = excluded.given, expires = excluded.expires"""
)
_DELETE: Final = Statement(
    "DELETE FROM state_consent WHERE user_key = :user_key AND client_id = :client_id RETURNING 1"
)


class StoredConsents:
    """Consents in a database; implements `contracts.Consents`."""

    def __init__(self, runner: StatementRunner, sealer: Sealer) -> None:
        self._runner = runner
        self._sealer = sealer

    async def get(self, user_key: str, client_id: str, now: float) -> Consent | None:
        """Return the consent that has not expired."""
        found = await self._runner.read(_GET, {"user_key": user_key, "client_id": client_id, "now": now})
        if not found:
            return None
        scopes, details, given, expires = found[0]
        return Consent(
            user_key=user_key,
            client_id=client_id,
            scopes=tuple(scopes.split()),
            details=self._sealer.open(details, _row(user_key, client_id)).decode(),
            given=given,
            expires=None if expires >= NEVER else expires,
        )

    async def put(self, consent: Consent) -> None:
        """Store a consent, replacing an earlier one."""
        values = {
            "user_key": consent.user_key,
            "client_id": consent.client_id,
            "scopes": " ".join(consent.scopes),
            # Authorization details may name accounts and amounts.
            "details": self._sealer.seal(consent.details.encode(), _row(consent.user_key, consent.client_id)),
            "given": consent.given,
            "expires": NEVER if consent.expires is None else consent.expires,
        }
        await self._runner.write((_PUT, values), durable=True)

    async def delete(self, user_key: str, client_id: str) -> bool:
        """Delete a consent."""
        values = {"user_key": user_key, "client_id": client_id}
        return bool((await self._runner.write((_DELETE, values), durable=True))[0])


def _row(user_key: str, client_id: str) -> bytes:
    # The length separates user and client, whatever characters their names contain.
    return f"consent\0{len(user_key)}\0{user_key}\0{client_id}".encode()
