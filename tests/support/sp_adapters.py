"""Request bodies of SP adapters, of the mappings to them, and of their URLs."""

from typing import Any

from tests.support.access_tokens import fields
from tests.support.mappings import from_source

Body = dict[str, Any]
SIGNED_JWT, OPEN_TOKEN = "hanse.signed-jwt-sp-adapter", "com.pingidentity.adapters.opentoken.SpAuthnAdapter"
APPLICATION = "https://app.example.com/sso"
OPEN_TOKEN_PASSWORD = "a password of the agent"
AUDIENCE = "https://app.example.com"


def sp_adapter(number: int | str = 0, **settings: str) -> Body:
    """Return the body of an adapter that posts a signed JWT; underscores in names of settings stand for spaces."""
    values = {"Application URL": APPLICATION, "Audience": AUDIENCE}
    values |= {name.replace("_", " "): value for name, value in settings.items()}
    return {
        "id": f"sp-{number}",
        "name": f"Application {number}",
        "pluginDescriptorRef": {"id": SIGNED_JWT},
        "configuration": {"fields": fields(values)},
        "attributeContract": {"coreAttributes": [{"name": "sub"}], "extendedAttributes": [{"name": "mail"}]},
    }


def open_token_adapter(number: int | str = 0, **settings: str) -> Body:
    """Return the body of an adapter that posts an OpenToken."""
    values = {"Password": OPEN_TOKEN_PASSWORD, "Confirm Password": OPEN_TOKEN_PASSWORD}
    values |= {name.replace("_", " "): value for name, value in settings.items()}
    return {
        **sp_adapter(number),
        "pluginDescriptorRef": {"id": OPEN_TOKEN},
        "configuration": {"fields": fields(values)},
        "attributeContract": {"coreAttributes": [{"name": "subject"}], "extendedAttributes": [{"name": "mail"}]},
    }


def adapter_mapping(number: int | str = 0, target: int | str = 0, **more: Any) -> Body:
    """Return the body of a mapping from an IdP adapter to an SP adapter."""
    source = f"adapter-{number}"
    return {
        "id": f"{source}|sp-{target}",
        "sourceId": source,
        "targetId": f"sp-{target}",
        "attributeContractFulfillment": {
            "sub": from_source("ADAPTER", "username", source),
            "mail": from_source("CONTEXT", "TargetResource"),
        },
        **more,
    }


def contract_mapping(number: int | str = 0, target: int | str = 0, **more: Any) -> Body:
    """Return the body of a mapping from a policy contract to an SP adapter."""
    source = f"apc-{number}"
    return {
        "id": f"{source}|sp-{target}",
        "sourceId": source,
        "targetId": f"sp-{target}",
        "attributeContractFulfillment": {
            "sub": from_source("AUTHENTICATION_POLICY_CONTRACT", "subject", source),
            "mail": from_source("AUTHENTICATION_POLICY_CONTRACT", "mail", source),
        },
        **more,
    }


def target_urls(*pairs: tuple[str, str]) -> Body:
    """Return target URL mappings from pairs of a URL and the id of an SP adapter."""
    return {"items": [{"url": url, "type": "SP_ADAPTER", "ref": {"id": id_}} for url, id_ in pairs]}
