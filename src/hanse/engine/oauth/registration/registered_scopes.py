"""The scopes and authorization detail types that clients can register (RFC 7591, section 2; RFC 9396, section 10)."""

from collections.abc import Iterable
from dataclasses import dataclass

from hanse.engine.errors import InvalidClientMetadata, InvalidScope
from hanse.engine.oauth.registration.client_bodies import Body
from hanse.engine.oauth.registration.metadata import RegisteredMetadata
from hanse.engine.oauth.scopes import BUILT_IN, OFFLINE_ACCESS, Scopes, parse
from hanse.resources.applications.clients.registration import DynamicClientRegistration


@dataclass(frozen=True)
class AllowedScopes:
    """The scopes that registered clients may request, by the settings and for one client by an administrator.

    Scopes that are not allowed are left out of a registration, as RFC 7591, section 3.2.1, permits: the answer has the
    registered ones.
    """

    scopes: Scopes
    settings: DynamicClientRegistration

    def fill_body(self, body: Body, metadata: RegisteredMetadata) -> None:
        """Set the scopes and detail types of a client; its present ones stay allowed. Raises InvalidClientMetadata."""
        self._fill_detail_types(body, metadata)
        requested = self._requested(metadata.scope)
        if not requested:
            if "restrictScopes" not in body:
                body["restrictScopes"] = self.settings.restrict_common_scopes
                body["restrictedScopes"] = list(self.settings.restricted_common_scopes)
                body["exclusiveScopes"] = list(self.settings.allowed_exclusive_scopes)
            return
        common = [each for each in requested if self._is_common(each, body)]
        exclusive = [each for each in requested if self._is_exclusive(each, body)]
        if not common and not exclusive:
            raise InvalidClientMetadata("scope: none of the scopes can be registered.")
        body |= {"restrictScopes": True, "restrictedScopes": common, "exclusiveScopes": exclusive}

    def _requested(self, scope: str) -> tuple[str, ...]:
        try:
            names = parse(scope)
        except InvalidScope as error:
            raise InvalidClientMetadata(f"scope: {error.description}") from error
        # Every client may request it, unless it is configured.
        return tuple(each for each in names if each != OFFLINE_ACCESS or each in self.scopes.entries)

    def _is_common(self, name: str, body: Body) -> bool:
        entry = self.scopes.entries.get(name) or BUILT_IN.get(name)
        if entry is None or entry.exclusive:
            return False
        if not self.settings.restrict_common_scopes:
            return True
        return name in self._with_members((*self.settings.restricted_common_scopes, *body.get("restrictedScopes", ())))

    def _is_exclusive(self, name: str, body: Body) -> bool:
        entry = self.scopes.entries.get(name)
        allowed = self._with_members((*self.settings.allowed_exclusive_scopes, *body.get("exclusiveScopes", ())))
        return entry is not None and entry.exclusive and name in allowed

    def _with_members(self, names: Iterable[str]) -> frozenset[str]:
        listed = tuple(names)
        return frozenset((*listed, *self.scopes.expand(listed)))

    def _fill_detail_types(self, body: Body, metadata: RegisteredMetadata) -> None:
        allowed = {*self.settings.allowed_authorization_detail_types, *body.get("authorizationDetailTypes", ())}
        requested = metadata.authorization_details_types
        body["authorizationDetailTypes"] = [each for each in requested if each in allowed]
        if requested and not body["authorizationDetailTypes"]:
            raise InvalidClientMetadata("authorization_details_types: none of the types can be registered.")
