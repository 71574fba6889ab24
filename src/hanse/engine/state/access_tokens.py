"""Reference tokens, and the identifiers of revoked tokens and sessions."""

from typing import Final

from hanse.engine.state.contracts import ReferenceToken, RevocationKind
from hanse.engine.state.sealing import Sealer
from hanse.engine.state.statements import Statement, StatementRunner

_PUT: Final = Statement(
    """INSERT INTO state_reference_token (key, manager_id, grant_id, session_id, issued, expires, body)
       VALUES (:key, :manager_id, :grant_id, :session_id, :issued, :expires, :body)"""
)
# A token may be stored just after its grant was revoked; it must not be valid then.
_GET: Final = Statement(
    """SELECT manager_id, grant_id, session_id, issued, expires, body FROM state_reference_token t
       WHERE key = :key AND expires > :now
       AND (grant_id = '' OR EXISTS (SELECT 1 FROM state_grant g WHERE g.id = t.grant_id))"""
)
_EXTEND: Final = Statement("UPDATE state_reference_token SET expires = :expires WHERE key = :key")
_DELETE: Final = Statement("DELETE FROM state_reference_token WHERE key = :key RETURNING 1")
_REVOKE: Final = Statement(
    """INSERT INTO state_revocation (kind, id, expires) VALUES (:kind, :id, :expires)
       ON CONFLICT (kind, id) DO UPDATE SET expires =
       CASE WHEN excluded.expires > state_revocation.expires THEN excluded.expires ELSE state_revocation.expires END"""
)
_IS_REVOKED: Final = Statement("SELECT 1 FROM state_revocation WHERE kind = :kind AND id = :id AND expires > :now")
_LINK: Final = Statement(
    """INSERT INTO state_token_grant (id, grant_id, expires) VALUES (:id, :grant_id, :expires)
       ON CONFLICT (id) DO NOTHING"""
)
_IS_TOKEN_REVOKED: Final = Statement(
    """SELECT 1 WHERE EXISTS (SELECT 1 FROM state_revocation WHERE kind = :kind AND id = :id AND expires > :now)
       OR EXISTS (SELECT 1 FROM state_token_grant t WHERE id = :id
                  AND NOT EXISTS (SELECT 1 FROM state_grant g WHERE g.id = t.grant_id AND g.ends > :now))"""
)


class StoredAccessTokens:
    """Access tokens in a database; implements `contracts.AccessTokenStore`."""

    def __init__(self, runner: StatementRunner, sealer: Sealer) -> None:
        self._runner = runner
        self._sealer = sealer

    async def put(self, token: ReferenceToken) -> None:
        """Store a reference token."""
        values = {
            "key": token.key,
            "manager_id": token.manager_id,
            "grant_id": token.grant_id,
            "session_id": token.session_id,
            "issued": token.issued,
            "expires": token.expires,
            "body": self._sealer.seal(token.body, b"reference_token\0" + token.key),
        }
        await self._runner.write((_PUT, values), durable=False)

    async def get(self, key: bytes, now: float) -> ReferenceToken | None:
        """Return a valid reference token."""
        found = await self._runner.read(_GET, {"key": key, "now": now})
        if not found:
            return None
        manager_id, grant_id, session_id, issued, expires, body = found[0]
        return ReferenceToken(
            key=key,
            manager_id=manager_id,
            grant_id=grant_id,
            session_id=session_id,
            issued=issued,
            expires=expires,
            body=self._sealer.open(body, b"reference_token\0" + key),
        )

    async def extend(self, key: bytes, expires: float) -> None:
        """Extend the lifetime of a token that is in use."""
        await self._runner.write((_EXTEND, {"key": key, "expires": expires}), durable=False)

    async def delete(self, key: bytes) -> bool:
        """Revoke a reference token."""
        return bool((await self._runner.write((_DELETE, {"key": key}), durable=True))[0])

    async def revoke(self, kind: RevocationKind, id_: str, expires: float) -> None:
        """Remember an identifier as revoked until a time."""
        await self._runner.write((_REVOKE, {"kind": kind.value, "id": id_, "expires": expires}), durable=True)

    async def link(self, id_: str, grant_id: str, expires: float) -> None:
        """Store the grant of a JWT."""
        await self._runner.write((_LINK, {"id": id_, "grant_id": grant_id, "expires": expires}), durable=False)

    async def is_token_revoked(self, id_: str, now: float) -> bool:
        """Return whether a JWT is revoked, by itself or with its grant."""
        values = {"kind": RevocationKind.TOKEN.value, "id": id_, "now": now}
        return bool(await self._runner.read(_IS_TOKEN_REVOKED, values))

    async def is_revoked(self, kind: RevocationKind, id_: str, now: float) -> bool:
        """Return whether an identifier is revoked."""
        return bool(await self._runner.read(_IS_REVOKED, {"kind": kind.value, "id": id_, "now": now}))
