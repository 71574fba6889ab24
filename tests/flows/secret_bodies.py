"""Bodies of adapters and connections with a secret, for `tests.flows.secret_calls`."""

from typing import Any

from hanse.plugins.adapters.open_token.plugin import OPEN_TOKEN_SIGN_IN
from hanse.plugins.adapters.openid_connect.plugin import OPENID_CONNECT
from tests.support.access_tokens import fields
from tests.support.idp_connections import saml_connection
from tests.support.instances import instance
from tests.support.json_service import rest_store
from tests.support.kerberos import kerberos_realm
from tests.support.mappings import from_source
from tests.support.sp_adapters import sp_adapter
from tests.support.sp_connections import CONTRACT_MAPPINGS, adapter_mapping, browser_sso, sp_connection
from tests.support.stores import ldap_store

Body = dict[str, Any]


def application(text: str) -> Body:
    return sp_adapter("planted", JWS_Algorithm="HS256", Shared_Secret=text * 4)


def overriding_connection(text: str) -> Body:
    own = {"configuration": {"fields": fields({"JWS Algorithm": "HS256", "Shared Secret": text * 4})}}
    fulfillment = {"sub": from_source("ASSERTION", "SAML_SUBJECT"), "mail": from_source("TEXT", "x@example.com")}
    mapping = {
        "spAdapterRef": {"id": "sp-planted"},
        "attributeContractFulfillment": fulfillment,
        "adapterOverrideSettings": own,
    }
    return saml_connection("overriding", idpIdentityMapping="ACCOUNT_MAPPING", adapterMappings=[mapping])


def overriding_service(text: str) -> Body:
    own = {"configuration": {"fields": fields({"Password": text, "Confirm Password": text})}}
    mapping = adapter_mapping("adapter-agent", "subject", adapterOverrideSettings=own)
    return sp_connection("overriding", sso=browser_sso(adapterMappings=[mapping], **{CONTRACT_MAPPINGS: []}))


def agent(text: str) -> Body:
    values = {"Password": text, "Confirm Password": text, "Authentication Service": "https://app.example.com/login"}
    return instance("agent", "Adapter", OPEN_TOKEN_SIGN_IN.id, fields(values))


def provider(text: str) -> Body:
    values = {"Issuer": "https://login.example.com", "Client ID": "hanse", "Client Secret": text}
    return instance("planted", "Adapter", OPENID_CONNECT.id, fields(values))


def changed_realm(text: str) -> Body:
    """Return a realm whose password is changed, and which keeps the previous one."""
    return kerberos_realm("planted", kerberosPassword=text, retainPreviousKeysOnPasswordChange=True)


def directory(text: str) -> Body:
    # No server listens at this address.
    nowhere = {"hostnames": ["localhost:9"], "hostnamesTags": [{"hostnames": ["localhost:9"], "defaultSource": True}]}
    return {**ldap_store(7), **nowhere, "password": text}


def web_service(text: str) -> Body:
    # No server listens at this address.
    return rest_store(7, "http://127.0.0.1:9/users", Password=text, Client_Secret=text[::-1])
