"""Request bodies of attribute mappings and of the resources that have them."""

from typing import Any

Body = dict[str, Any]


def text(value: str) -> Body:
    """Return the fulfillment of an attribute by a fixed text."""
    return {"source": {"type": "TEXT"}, "value": value}


def from_source(type_: str, value: str, id_: str | None = None) -> Body:
    """Return the fulfillment of an attribute by an attribute of a source."""
    return {"source": {"type": type_, **({"id": id_} if id_ else {})}, "value": value}


def contract(number: int | str = 0) -> Body:
    """Return the body of an authentication policy contract."""
    return {"id": f"apc-{number}", "name": f"APC {number}", "extendedAttributes": [{"name": "mail"}]}


def token_mapping(number: int = 0) -> Body:
    """Return the body of an access token mapping; each number has a manager of its own."""
    return {
        "id": f"mapping-{number}",
        "context": {"type": "CLIENT_CREDENTIALS"},
        "accessTokenManagerRef": {"id": f"manager-{number}"},
        "attributeContractFulfillment": {"sub": from_source("CONTEXT", "ClientId"), "mail": text("none")},
    }


def oidc_policy(number: int = 0, **more: Any) -> Body:
    """Return the body of an OpenID Connect policy."""
    return {
        "id": f"policy-{number}",
        "name": f"Policy {number}",
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContract": {"extendedAttributes": [{"name": "email", "includeInIdToken": True}]},
        "scopeAttributeMappings": {"email": {"values": ["email"]}},
        "attributeMapping": {
            "attributeContractFulfillment": {"sub": from_source("TOKEN", "sub"), "email": from_source("TOKEN", "mail")}
        },
        **more,
    }


def granted(id_: str, source: str, *names: str) -> Body:
    """Return the body of a grant mapping whose ID is that of the users' authentication source."""
    fulfilled = {name: from_source(source, "username", id_) for name in names or ("USER_KEY", "USER_NAME")}
    return {"id": id_, "attributeContractFulfillment": fulfilled}


def adapter_granted(id_: str) -> Body:
    """Return the body of a grant mapping for an adapter."""
    return granted(id_, "ADAPTER")


def password_granted(id_: str) -> Body:
    """Return the body of a grant mapping for a password credential validator."""
    return granted(id_, "PASSWORD_CREDENTIAL_VALIDATOR", "USER_KEY")


def grant_mapping(number: int = 0) -> Body:
    """Return the body of a grant mapping; each number has an authentication policy contract of its own."""
    source = "AUTHENTICATION_POLICY_CONTRACT", "subject", f"apc-{number}"
    return {
        "id": f"grant-{number}",
        "authenticationPolicyContractRef": {"id": f"apc-{number}"},
        "attributeContractFulfillment": {"USER_KEY": from_source(*source), "USER_NAME": from_source(*source)},
    }
