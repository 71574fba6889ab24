"""Bodies of what is configured for token exchange."""

from typing import Any

from tests.support.access_tokens import fields
from tests.support.mappings import from_source

Body = dict[str, Any]

ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token"
ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token"
JWT = "urn:ietf:params:oauth:token-type:jwt"
JWT_PROCESSOR = "org.sourceid.wstrust.processor.jwt.JWTTokenProcessor"
REFRESH_TOKEN = "urn:ietf:params:oauth:token-type:refresh_token"
SAML2 = "urn:ietf:params:oauth:token-type:saml2"
SAML_GENERATOR = "org.sourceid.wstrust.generator.saml.Saml20TokenGenerator"
SAML_PROCESSOR = "org.sourceid.wstrust.processor.saml.Saml20TokenProcessor"
ACCESS_TOKEN_PROCESSOR = "org.sourceid.wstrust.processor.oauth.BearerAccessTokenTokenProcessor"
JWT_GENERATOR = "hanse.jwt-token-generator"
KEYS_URL = "https://idp.example.com/jwks"
PARTNER = "https://idp.example.com"
RESOURCE = "https://orders.example.com"
_CORE = ("aud", "authorization_details", "client_id", "expires_at", "iss", "scope")


def jwt_processor(number: int | str = 0, *attributes: str, **settings: str) -> Body:
    """Return the body of a processor of JWTs of a partner; attributes are additional ones."""
    values = {"JWKS Endpoint URI": KEYS_URL, "Issuer": PARTNER, **settings}
    return {
        "id": f"processor-{number}",
        "name": f"Processor {number}",
        "pluginDescriptorRef": {"id": JWT_PROCESSOR},
        "configuration": {"fields": fields({name: value for name, value in values.items() if value})},
        "attributeContract": {
            "coreAttributes": [{"name": "sub"}],
            "extendedAttributes": [{"name": name} for name in attributes],
        },
    }


def saml_processor(number: int | str = 0, certificates: str = "", **settings: str) -> Body:
    """Return the body of a processor of SAML assertions of a partner."""
    return {
        **jwt_processor(number, "mail"),
        "pluginDescriptorRef": {"id": SAML_PROCESSOR},
        "configuration": {"fields": fields({"Issuer": PARTNER, "Certificates": certificates, **settings})},
        "attributeContract": {
            "coreAttributes": [{"name": "SAML_SUBJECT"}],
            "extendedAttributes": [{"name": "mail"}],
        },
    }


def access_token_processor(number: int | str = 0, manager: str = "manager-0", **settings: str) -> Body:
    """Return the body of a processor of access tokens of a manager."""
    return {
        "id": f"processor-{number}",
        "name": f"Processor {number}",
        "pluginDescriptorRef": {"id": ACCESS_TOKEN_PROCESSOR},
        "configuration": {"fields": fields({"Access Token Manager": manager, **settings})},
        "attributeContract": {
            "coreAttributes": [{"name": name} for name in _CORE],
            "extendedAttributes": [{"name": "sub"}],
        },
    }


def processor_mapping(subject: str, type_: str = JWT, actor: str = "", **more: Any) -> Body:
    """Return a mapping of a policy; `actor` is the processor of an actor token, an access token."""
    acting = {"actorTokenType": ACCESS_TOKEN, "actorTokenProcessor": {"id": actor}} if actor else {}
    return {
        "subjectTokenType": type_,
        "subjectTokenProcessor": {"id": subject},
        **acting,
        "attributeContractFulfillment": {"subject": from_source("SUBJECT_TOKEN", "sub")},
        **more,
    }


def processor_policy(number: int | str = 0, *mappings: Body, **more: Any) -> Body:
    """Return the body of a processor policy."""
    return {
        "id": f"exchange-{number}",
        "name": f"Exchange {number}",
        "processorMappings": list(mappings) or [processor_mapping("processor-0")],
        **more,
    }


def exchange_mapping(number: int | str = 0, manager_number: int = 0) -> Body:
    """Return the body of an access token mapping for a processor policy."""
    policy = f"exchange-{number}"
    return {
        "context": {"type": "TOKEN_EXCHANGE_PROCESSOR_POLICY", "contextRef": {"id": policy}},
        "accessTokenManagerRef": {"id": f"manager-{manager_number}"},
        "attributeContractFulfillment": {
            "sub": from_source("TOKEN_EXCHANGE_PROCESSOR_POLICY", "subject", policy),
            "mail": from_source("CONTEXT", "ClientId"),
        },
    }


def exchange_granted(number: int | str = 0, **more: Any) -> Body:
    """Return the body of the grant mapping of a processor policy."""
    policy = f"exchange-{number}"
    subject = from_source("TOKEN_EXCHANGE_PROCESSOR_POLICY", "subject", policy)
    return {
        "id": policy,
        "processorPolicyRef": {"id": policy},
        "attributeContractFulfillment": {"USER_KEY": subject, "USER_NAME": subject},
        **more,
    }


def jwt_generator(number: int | str = 0, **settings: str) -> Body:
    """Return the body of a generator of JWTs."""
    return {
        "id": f"generator-{number}",
        "name": f"Generator {number}",
        "pluginDescriptorRef": {"id": JWT_GENERATOR},
        "configuration": {"fields": fields(settings)},
        "attributeContract": {"coreAttributes": [{"name": "sub"}], "extendedAttributes": [{"name": "mail"}]},
    }


def saml_generator(number: int | str = 0, key_pair: str = "example-pair", **settings: str) -> Body:
    """Return the body of a generator of SAML assertions."""
    values = {"Issuer": "urn:hanse", "Signing Certificate": key_pair, **settings}
    return {
        **jwt_generator(number),
        "pluginDescriptorRef": {"id": SAML_GENERATOR},
        "configuration": {"fields": fields(values)},
        "attributeContract": {
            "coreAttributes": [{"name": "SAML_SUBJECT"}],
            "extendedAttributes": [{"name": "mail"}],
        },
    }


def generator_group(number: int | str = 0, *uris: str, type_: str = JWT, **more: Any) -> Body:
    """Return the body of a generator group."""
    return {
        "id": f"group-{number}",
        "name": f"Group {number}",
        "resourceUris": list(uris),
        "generatorMappings": [
            {"requestedTokenType": type_, "tokenGenerator": {"id": "generator-0"}, "defaultMapping": True}
        ],
        **more,
    }


def generator_mapping(number: int | str = 0, generator: int = 0) -> Body:
    """Return the body of a token generator mapping."""
    policy = f"exchange-{number}"
    return {
        "id": f"{policy}|generator-{generator}",
        "sourceId": policy,
        "targetId": f"generator-{generator}",
        "attributeContractFulfillment": {
            "sub": from_source("TOKEN_EXCHANGE_PROCESSOR_POLICY", "subject", policy),
            "mail": from_source("CONTEXT", "ClientId"),
        },
    }
