"""Revoking access tokens (RFC 7009)."""

from dataclasses import dataclass

import msgspec

from hanse.engine.errors import UnsupportedTokenType
from hanse.engine.http.request import Request
from hanse.engine.oauth.access_tokens.compiled_managers import TOKEN_MANAGERS
from hanse.engine.oauth.access_tokens.stored_token import StoredToken
from hanse.engine.oauth.access_tokens.token_inspection import TokenInspection
from hanse.engine.oauth.access_tokens.token_issuance import revocation_id
from hanse.engine.services import Services
from hanse.engine.state.contracts import RevocationKind, digest


@dataclass(frozen=True)
class TokenRevocation:
    """Revokes access tokens."""

    services: Services
    inspection: TokenInspection

    async def revoke(self, request: Request, token: str, client_id: str | None = None) -> bool:
        """Revoke an access token; with `client_id` only one of this client's. Returns False for any other text.

        Raises UnsupportedTokenType for a self-contained token whose revocation is never checked, so that it stays valid
        until it expires.
        """
        for manager in request.snapshot.part(TOKEN_MANAGERS).by_id.values():
            read = self.inspection.read(request, manager, token)
            if read is None or manager.reader is None:
                continue
            if client_id is not None and read.client_id != client_id:
                return False
            if not (manager.reader.revokes_by_id and read.id):
                raise UnsupportedTokenType("Tokens of this kind cannot be revoked.")
            id_ = revocation_id(manager, read.id)
            await self.services.state.access_tokens.revoke(RevocationKind.TOKEN, id_, read.expires)
            return True
        return await self._delete(request, token, client_id)

    async def _delete(self, request: Request, token: str, client_id: str | None) -> bool:
        key, now = digest(token), self.services.clock.now().timestamp()
        found = await self.services.state.access_tokens.get(key, now)
        if found is None:
            return False
        stored = msgspec.json.decode(found.body, type=StoredToken)
        if stored.issuer != request.issuer.identifier or client_id not in (None, stored.client_id):
            return False
        return await self.services.state.access_tokens.delete(key)
