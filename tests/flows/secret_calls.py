"""Calls with secrets, at least one for each secret field of the server, for `test_secrets_never_shown`."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from hanse.plugins.adapters.open_token.plugin import OPEN_TOKEN_SIGN_IN
from hanse.plugins.adapters.openid_connect.plugin import OPENID_CONNECT
from hanse.plugins.data_stores.rest.plugin import REST_API
from tests.flows.local_identity_calls import USERS
from tests.flows.secret_bodies import (
    agent,
    application,
    changed_realm,
    directory,
    overriding_connection,
    overriding_service,
    provider,
    web_service,
)
from tests.flows.server import API, UI, account
from tests.support.access_tokens import JWT, SIGNED, fields, manager
from tests.support.clients import client
from tests.support.idp_connections import openid_connection, saml_connection
from tests.support.instances import SIMPLE_VALIDATOR, SMTP, instance, publisher, user, validator
from tests.support.kerberos import kerberos_realm
from tests.support.mappings import contract
from tests.support.sp_adapters import OPEN_TOKEN, SIGNED_JWT, open_token_adapter
from tests.support.sp_connections import sp_connection

Body = dict[str, Any]
SERVICES = ("attributeQuery", "jmx", "connectionManagement", "ssoDirectoryService")


@dataclass(frozen=True)
class Plant:
    """A call with secrets; `brings` names the declared secret fields in it."""

    brings: tuple[str, ...]
    path: str
    body: Callable[[str], Any]
    status: int = 422
    method: str = "POST"
    # The frame page of the item that the call creates.
    page: str = ""


def _with(name: str, text: str) -> Body:
    return {name: text}


def _pairs(family: str) -> tuple[Plant, ...]:
    path = f"{API}/keyPairs/{family}"
    return (
        Plant(
            (f"post {path}/import fileData", f"post {path}/import password"),
            f"{path}/import",
            lambda text: {"fileData": text, "password": text},
        ),
        *(
            Plant((f"post {path}/{{id}}/{what} {name}",), f"{path}/none/{what}", partial(_with, name), 404)
            for what, name in (("csr", "fileData"), ("pem", "password"), ("pkcs12", "password"))
        ),
    )


_ACCOUNTS = f"{API}/administrativeAccounts"
_RESET = f"{_ACCOUNTS}/{{username}}/resetPassword"
_SECONDARY = {"expiryTime": "2100-01-01T00:00:00Z"}


_RADIUS = "org.sourceid.saml20.domain.RadiusUsernamePasswordCredentialValidator"


def _client(text: str) -> Body:
    return client(
        "planted",
        clientAuth={"type": "SECRET", "secret": text, "secondarySecrets": [_SECONDARY | {"secret": text[::-1]}]},
    )


def _signing(text: str) -> Body:
    row = {"fields": fields({"Key ID": "k1", "Key": text, "Encoding": "b64u"})}
    configuration = {"fields": fields(SIGNED), "tables": [{"name": "Symmetric Keys", "rows": [row]}]}
    return {**manager(7), "pluginDescriptorRef": {"id": JWT}, "configuration": configuration}


def _settings(text: str) -> Body:
    mail = {"sourceAddr": "a@b.example", "emailServer": "b.example", "password": text}
    return {"emailServer": mail, "captchaSettings": {"secretKey": text[::-1]}}


def _connections() -> tuple[Plant, ...]:
    """Return the calls that send passwords of the back channel."""
    made: dict[str, Callable[..., Body]] = {"sp/idpConnections": saml_connection, "idp/spConnections": sp_connection}
    pages = {"sp/idpConnections": "idpConnections/edit/saml", "idp/spConnections": "spConnections/edit/sp"}
    numbers = {"inboundBackChannelAuth": 7, "outboundBackChannelAuth": 8}

    def body(of_kind: Callable[..., Body], member: str) -> Callable[[str], Body]:
        def of_text(text: str) -> Body:
            credentials = {"username": "partner", "password": text}
            return {**of_kind(numbers[member]), "credentials": {member: {"httpBasicCredentials": credentials}}}

        return of_text

    return tuple(
        Plant(
            (f"{path} credentials.{member}.httpBasicCredentials.password",),
            f"{API}/{path}",
            body(made[path], member),
            201,
            page=f"{pages[path]}-{number}?section=section-1",
        )
        for path in made
        for member, number in numbers.items()
    )


def _local_user(text: str) -> Body:
    return {"attributes": [], "password": text}


PLANTS = (
    Plant(
        (f"post {USERS} password",),
        USERS.replace("{id}", "none"),
        _local_user,
        404,
    ),
    Plant(
        ("dataStores password",),
        f"{API}/dataStores",
        directory,
        201,
        page="dataStores/edit/store-7",
    ),
    Plant(
        (f"{REST_API.id} Password", f"{REST_API.id} Client Secret"),
        f"{API}/dataStores",
        web_service,
        201,
        page="dataStores/edit/service-7",
    ),
    Plant(
        ("serverSettings emailServer.password", "serverSettings captchaSettings.secretKey"),
        f"{API}/serverSettings",
        _settings,
        200,
        "PUT",
    ),
    Plant(
        ("oauth/clients clientAuth.secret", "oauth/clients clientAuth.secondarySecrets.*.secret"),
        f"{API}/oauth/clients",
        _client,
        201,
        page="oauthClients/edit/planted",
    ),
    Plant(
        (f"put {API}/oauth/clients/{{clientId}}/clientAuth/clientSecret secret",),
        f"{API}/oauth/clients/planted/clientAuth/clientSecret",
        lambda text: {"secret": text},
        200,
        "PUT",
    ),
    Plant(
        ("kerberos/realms kerberosPassword",),
        f"{API}/kerberos/realms",
        lambda text: kerberos_realm("planted", kerberosPassword=text),
        201,
        page="kerberosRealms/edit/realm-planted",
    ),
    # The passwords of the call above become the previous ones.
    Plant(("kerberos/realms keySets.*.keySet",), f"{API}/kerberos/realms/realm-planted", changed_realm, 200, "PUT"),
    Plant(
        ("pingOneConnections credential",), f"{API}/pingOneConnections", lambda text: {"name": "p", "credential": text}
    ),
    Plant(
        ("administrativeAccount password",),
        _ACCOUNTS,
        lambda text: account("planted", ["ADMINISTRATOR"], password=text),
        200,
        page="administrativeAccounts/edit/planted",
    ),
    Plant(
        (f"{SIMPLE_VALIDATOR} Password", f"{SIMPLE_VALIDATOR} Confirm Password"),
        f"{API}/passwordCredentialValidators",
        lambda text: validator("planted", user("joe", text)),
        201,
        page="passwordCredentialValidators/edit/validator-planted",
    ),
    Plant(
        (f"{_RADIUS} Shared Secret",),
        f"{API}/passwordCredentialValidators",
        lambda text: instance(
            "radius", "Planted", _RADIUS, RADIUS_Servers=[fields({"Hostname": "192.0.2.1", "Shared Secret": text})]
        ),
        201,
        page="passwordCredentialValidators/edit/planted-radius",
    ),
    Plant(
        (f"{OPENID_CONNECT.id} Client Secret",),
        f"{API}/idp/adapters",
        provider,
        201,
        page="idpAdapters/edit/adapter-planted",
    ),
    Plant(
        (f"{SIGNED_JWT} Shared Secret",),
        f"{API}/sp/adapters",
        application,
        201,
        page="spAdapters/edit/sp-planted",
    ),
    Plant(
        (f"{OPEN_TOKEN_SIGN_IN.id} Password", f"{OPEN_TOKEN_SIGN_IN.id} Confirm Password"),
        f"{API}/idp/adapters",
        agent,
        201,
        page="idpAdapters/edit/adapter-agent",
    ),
    Plant(
        (f"{OPEN_TOKEN} Password", f"{OPEN_TOKEN} Confirm Password"),
        f"{API}/sp/adapters",
        lambda text: open_token_adapter("agent", Password=text, Confirm_Password=text),
        201,
        page="spAdapters/edit/sp-agent",
    ),
    Plant(
        (f"post {API}/passwordCredentialValidators/{{id}}/testSignIn password",),
        f"{API}/passwordCredentialValidators/no-such-validator/testSignIn",
        lambda text: {"username": "joe", "password": text},
        404,
    ),
    Plant(
        (f"post {API}/internal/trials/dataStore password",),
        f"{API}/internal/trials/dataStore",
        directory,
        422,
    ),
    Plant(
        (f"{SMTP} Password",),
        f"{API}/notificationPublishers",
        lambda text: publisher("planted", Username="joe", Password=text),
        201,
        page="notificationPublishers/edit/publisher-planted",
    ),
    Plant(
        (f"{JWT} Key",), f"{API}/oauth/accessTokenManagers", _signing, 201, page="accessTokenManagement/edit/manager-7"
    ),
    Plant((f"post {UI}/login password",), f"{UI}/login", lambda text: {"username": text, "password": text}, 401),
    *(
        Plant((f"post {path} currentPassword", f"post {path} newPassword"), called, body, status)
        for path, called, body, status in (
            (
                f"{_ACCOUNTS}/changePassword",
                f"{_ACCOUNTS}/changePassword",
                lambda text: {"currentPassword": text, "newPassword": text[::-1]},
                422,
            ),
            (
                _RESET,
                f"{_ACCOUNTS}/planted/resetPassword",
                lambda text: {"newPassword": text, "currentPassword": text[::-1]},
                200,
            ),
        )
    ),
    *(
        Plant((f"post {path} fileData",), path.format(groupName="others"), lambda text: {"fileData": text}, status)
        for path, status in (
            (f"{API}/certificates/groups/{{groupName}}/import", 422),
            (f"{API}/certificates/ca/import", 422),
            (f"{API}/certificates/groups/oauthClientCas/import", 422),
            (f"{API}/certificates/groups/partnerCas/import", 422),
            (f"{API}/internal/isw/validateLicense", 403),
            (f"{API}/internal/license/validate", 422),
        )
    ),
    Plant(
        tuple(f"serverSettings/systemKeys {each}.keyData" for each in ("current", "previous", "pending")),
        f"{API}/serverSettings/systemKeys",
        lambda text: {each: {"keyData": text} for each in ("current", "previous", "pending")},
        method="PUT",
    ),
    Plant(
        tuple(f"serviceAuthentication {each}.sharedSecret" for each in SERVICES),
        f"{API}/serviceAuthentication",
        lambda text: {each: {"id": "application", "sharedSecret": text} for each in SERVICES},
        200,
        method="PUT",
    ),
    Plant((f"put {API}/license fileData",), f"{API}/license", lambda text: {"fileData": text}, method="PUT"),
    # The SP connection refers to it.
    Plant((), f"{API}/authenticationPolicyContracts", lambda _text: contract(), 201),
    *_connections(),
    Plant(
        ("sp/idpConnections oidcClientCredentials.clientSecret",),
        f"{API}/sp/idpConnections",
        lambda text: {
            **openid_connection("planted"),
            "oidcClientCredentials": {"clientId": "hanse", "clientSecret": text},
        },
        201,
        page="idpConnections/edit/openid-planted?section=section-1",
    ),
    # The settings of adapters of earlier calls, which connections replace.
    *(
        Plant((), f"{API}/{path}", body, 201, page=f"{page}-overriding?section=section-1")
        for path, body, page in (
            ("sp/idpConnections", overriding_connection, "idpConnections/edit/saml"),
            ("idp/spConnections", overriding_service, "spConnections/edit/sp"),
        )
    ),
    *_pairs("signing"),
    *_pairs("sslServer"),
    *_pairs("sslClient"),
    Plant(
        (f"post {API}/collectSupportData/archives/collect encryptionPassphrase",),
        f"{API}/collectSupportData/archives/collect",
        lambda text: {"encryptArchive": True, "encryptionPassphrase": text, "nodesToCollect": [99]},
    ),
    Plant(
        (f"post {API}/internal/isw/validatePingOneCredential",),
        f"{API}/internal/isw/validatePingOneCredential",
        str,
        403,
    ),
    Plant(
        (),
        f"{API}/internal/expressions/test",
        lambda text: {"expression": "attributes.a == ''", "substitutionValues": {"a": text}},
        200,
    ),
)
