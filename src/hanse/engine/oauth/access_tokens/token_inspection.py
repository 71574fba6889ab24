"""The content of a presented access token, whichever manager issued it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import msgspec
import structlog

from hanse.engine.errors import InvalidToken
from hanse.engine.http.request import Request
from hanse.engine.oauth.access_tokens.compiled_managers import TOKEN_MANAGERS, Manager
from hanse.engine.oauth.access_tokens.manager_choice import is_below
from hanse.engine.oauth.access_tokens.session_validation import SessionValidation
from hanse.engine.oauth.access_tokens.stored_token import StoredToken
from hanse.engine.oauth.access_tokens.token_issuance import SESSION_CLAIM, revocation_id
from hanse.engine.oauth.contracts import ActiveToken
from hanse.engine.services import Services
from hanse.engine.signin.contracts import Value
from hanse.engine.state.contracts import ReferenceToken, digest
from hanse.plugins.contracts.access_tokens import AccessToken, ReadToken, TokenReaderServices

LOG = structlog.stdlib.get_logger("hanse.oauth")
_INVALID = "The access token is invalid, expired or revoked."


@dataclass(frozen=True)
class TokenInspection:
    """Finds the manager of a token and checks everything that may have invalidated the token."""

    services: Services
    sessions: SessionValidation

    async def inspect(self, request: Request, token: str, managers: Iterable[Manager] | None = None) -> ActiveToken:
        """Return the content of a token. Raises InvalidToken.

        `managers` are those that are tried, in this order; by default all.
        """
        candidates = tuple(request.snapshot.part(TOKEN_MANAGERS).by_id.values() if managers is None else managers)
        for manager in candidates:
            read = self.read(request, manager, token)
            if read is not None:
                return await self._active(request, manager, read, digest(token))
        return await self._stored(request, token, {each.id: each for each in candidates})

    def read(self, request: Request, manager: Manager, token: str) -> ReadToken | None:
        """Return the content of a manager's token without further checks; None for any other text."""
        if manager.reader is None:
            return None
        services = TokenReaderServices(
            now=self.services.clock.now(),
            issuer=request.issuer.identifier,
            central_keys=lambda: request.issuer.keys.published,
            key_pair=lambda id_: manager.verification_keys.get(id_, ()),
            serves=lambda resource: any(is_below(resource, uri) for uri in manager.resource_uris),
        )
        return manager.reader.read(token, services)

    async def _active(self, request: Request, manager: Manager, read: ReadToken, key: bytes) -> ActiveToken:
        state, now = self.services.state, self.services.clock.now().timestamp()
        if manager.reader is not None and manager.reader.revokes_by_id:
            if await state.access_tokens.is_token_revoked(revocation_id(manager, read.id), now):
                raise InvalidToken(_INVALID)
            if read.grant_id and await state.grants.get(read.grant_id, now) is None:
                raise InvalidToken(_INVALID)
        session_id = read.claims.get(SESSION_CLAIM)
        session_id = session_id if isinstance(session_id, str) else ""
        await self._check_session(request, manager, session_id)
        attributes = {name: read.claims[name] for name in manager.attributes if name in read.claims}
        return ActiveToken(
            manager_id=manager.id,
            client_id=read.client_id,
            scopes=read.scopes,
            expires=read.expires,
            claims=read.claims,
            attributes=attributes,
            grant_id=read.grant_id,
            session_id=session_id,
            subject=_subject(manager, attributes),
            key=key,
        )

    async def _stored(self, request: Request, text: str, managers: dict[str, Manager]) -> ActiveToken:
        now = self.services.clock.now()
        found = await self.services.state.access_tokens.get(digest(text), now.timestamp())
        manager = None if found is None else managers.get(found.manager_id)
        if found is None or manager is None:
            raise InvalidToken(_INVALID)
        token = msgspec.json.decode(found.body, type=StoredToken)
        if token.issuer != request.issuer.identifier:
            raise InvalidToken(_INVALID)
        await self._check_session(request, manager, found.session_id)
        if not token.fixed:
            found = await self._extended(manager, found, now, has_grant=token.persistent)
        return ActiveToken(
            manager_id=manager.id,
            client_id=token.client_id,
            scopes=token.scopes,
            expires=found.expires,
            claims=token.claims,
            attributes={name: token.attributes[name] for name in manager.attributes if name in token.attributes},
            grant_id=found.grant_id,
            session_id=found.session_id,
            subject=_subject(manager, token.attributes) or token.subject,
            key=found.key,
        )

    async def _extended(
        self, manager: Manager, found: ReferenceToken, now: datetime, *, has_grant: bool
    ) -> ReferenceToken:
        """Extend the lifetime of a token that is in use, if its manager requires it."""
        if manager.plugin is None:
            return found
        issued, expires = (datetime.fromtimestamp(each, UTC) for each in (found.issued, found.expires))
        longer = manager.plugin.extended(AccessToken("", expires), issued, now, has_grant=has_grant)
        if longer is None:
            return found
        await self.services.state.access_tokens.extend(found.key, longer.expires.timestamp())
        return replace(found, expires=longer.expires.timestamp())

    async def _check_session(self, request: Request, manager: Manager, session_id: str) -> None:
        if not await self.sessions.is_valid(request.snapshot, manager, session_id):
            LOG.info("access token refused, as its session has ended", manager=manager.id)
            raise InvalidToken(_INVALID)


def _subject(manager: Manager, attributes: Mapping[str, Value]) -> str:
    found = attributes.get(manager.subject_attribute or "sub")
    return found if isinstance(found, str) else ""
