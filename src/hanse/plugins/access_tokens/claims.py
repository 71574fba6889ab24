"""Claims of a token about the grant for which it is issued."""

from collections.abc import Iterable
from typing import Any

from hanse.plugins.contracts.access_tokens import TokenContent

CLIENT_ID, SCOPE, DETAILS, CONFIRMATION = "client_id", "scope", "authorization_details", "cnf"
ACTOR = "act"


class GrantClaims:
    """Builds the claims of tokens from the attributes and the grant.

    Claims of the grant take precedence: an attribute must not be able to widen a token. No attribute becomes one of the
    `reserved` claims either, which the manager adds itself.
    """

    def __init__(
        self,
        *,
        client_id: str = CLIENT_ID,
        scope: str = SCOPE,
        details: str = DETAILS,
        space_delimited: bool = True,
        reserved: Iterable[str] = (),
    ) -> None:
        self._client_id, self._scope, self._details = client_id or CLIENT_ID, scope or SCOPE, details or DETAILS
        self._space_delimited = space_delimited
        self._reserved = frozenset((self._client_id, self._scope, self._details, CONFIRMATION, *reserved))

    def of(self, content: TokenContent) -> dict[str, Any]:
        """Return the claims. An attribute with one value is a string unless it is multi-valued."""
        claims = self._of_attributes(content)
        if content.client_id:
            claims[self._client_id] = content.client_id
        if content.scopes:
            claims[self._scope] = " ".join(content.scopes) if self._space_delimited else list(content.scopes)
        if content.authorization_details:
            claims[self._details] = list(content.authorization_details)
        claims |= content.authentication
        if content.actor:
            claims[ACTOR] = content.actor
        if content.confirmation:
            claims[CONFIRMATION] = dict(content.confirmation)
        return claims

    def _of_attributes(self, content: TokenContent) -> dict[str, Any]:
        claims: dict[str, Any] = {}
        for name, value in content.attributes.items():
            if name in self._reserved:
                continue
            if name in content.multi_valued:
                claims[name] = [value] if isinstance(value, str) else list(value)
            elif isinstance(value, str):
                claims[name] = value
            elif value:
                claims[name] = list(value) if len(value) > 1 else value[0]
        return claims
