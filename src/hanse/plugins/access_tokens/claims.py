"""What a token says about the grant it is made for, by the names that claims have."""

from collections.abc import Mapping
from typing import Any

from hanse.plugins.contracts.access_tokens import Content, Value

CLIENT_ID, SCOPE, DETAILS = "client_id", "scope", "authorization_details"


def attributes_of(content: Content) -> Mapping[str, Value]:
    """Return the attributes, a list for one that has several values and a text for one that has one."""
    return {
        name: list(values) if name in content.multi_valued or len(values) != 1 else values[0]
        for name, value in content.attributes.items()
        if (values := [value] if isinstance(value, str) else value) or name in content.multi_valued
    }


def claims_of(
    content: Content, *, space_delimited: bool = True, names: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return all claims; `names` has other names for those of the grant.

    What the grant says stands, whatever an attribute is called: an attribute must not be able to widen a token.
    """
    called = {CLIENT_ID: CLIENT_ID, SCOPE: SCOPE, DETAILS: DETAILS, **(names or {})}
    claims: dict[str, Any] = dict(attributes_of(content))
    scopes: Any = " ".join(content.scopes) if space_delimited else list(content.scopes)
    said = {CLIENT_ID: content.client_id, SCOPE: scopes, DETAILS: list(content.authorization_details)}
    for what, value in said.items():
        claims.pop(called[what], None)
        if value:
            claims[called[what]] = value
    return claims
