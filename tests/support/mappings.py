"""Mappings, and what has them."""

from typing import Any

Body = dict[str, Any]


def text(value: str) -> Body:
    """Return how an attribute gets a text."""
    return {"source": {"type": "TEXT"}, "value": value}


def taken(type_: str, value: str, id_: str | None = None) -> Body:
    """Return how an attribute is taken from a source."""
    return {"source": {"type": type_, **({"id": id_} if id_ else {})}, "value": value}


def contract(number: int | str = 0) -> Body:
    """Return the body of a policy contract."""
    return {"id": f"apc-{number}", "name": f"APC {number}", "extendedAttributes": [{"name": "mail"}]}


def token_mapping(number: int = 0) -> Body:
    """Return the body of an access token mapping, each for a manager of its own."""
    return {
        "id": f"mapping-{number}",
        "context": {"type": "CLIENT_CREDENTIALS"},
        "accessTokenManagerRef": {"id": f"manager-{number}"},
        "attributeContractFulfillment": {"sub": taken("CONTEXT", "ClientId"), "mail": text("none")},
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
            "attributeContractFulfillment": {"sub": taken("TOKEN", "sub"), "email": taken("TOKEN", "mail")}
        },
        **more,
    }


def granted(id_: str, source: str, *names: str) -> Body:
    """Return the body of a grant mapping that has the id of what its users come from."""
    fulfilled = {name: taken(source, "username", id_) for name in names or ("USER_KEY", "USER_NAME")}
    return {"id": id_, "attributeContractFulfillment": fulfilled}


def adapter_granted(id_: str) -> Body:
    """Return the body of a grant mapping of an adapter."""
    return granted(id_, "ADAPTER")


def password_granted(id_: str) -> Body:
    """Return the body of a grant mapping of a password credential validator."""
    return granted(id_, "PASSWORD_CREDENTIAL_VALIDATOR", "USER_KEY")


def grant_mapping(number: int = 0) -> Body:
    """Return the body of a grant mapping, each for a policy contract of its own."""
    source = "AUTHENTICATION_POLICY_CONTRACT", "subject", f"apc-{number}"
    return {
        "id": f"grant-{number}",
        "authenticationPolicyContractRef": {"id": f"apc-{number}"},
        "attributeContractFulfillment": {"USER_KEY": taken(*source), "USER_NAME": taken(*source)},
    }
