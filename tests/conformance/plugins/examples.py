"""Example settings of the included plug-ins, several of each with different behavior."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from hanse.config.declare.plugin_fields import FieldType
from hanse.crypto.passwords import PasswordDigests
from hanse.kit.randomness import SystemRandomness
from hanse.plugins.adapters.email_code.plugin import EMAIL_CODE
from hanse.plugins.adapters.html_form.fields import FORM
from hanse.plugins.adapters.identifier_first.plugin import IDENTIFIER_FIRST
from hanse.plugins.adapters.kerberos.plugin import KERBEROS
from hanse.plugins.adapters.open_token.plugin import OPEN_TOKEN_SIGN_IN
from hanse.plugins.adapters.openid_connect.plugin import OPENID_CONNECT
from hanse.plugins.adapters.passkey.plugin import PASSKEY
from hanse.plugins.adapters.totp.plugin import TOTP
from hanse.plugins.conformance import NOW, Example
from hanse.plugins.conformance.token_keys import ISSUER, key_of
from hanse.plugins.contracts.access_tokens import SignerProfile
from hanse.plugins.data_stores.rest.plugin import REST_API
from hanse.saml.xml_names import CONFIRMATION_BEARER
from tests.conformance.plugins.saml_examples import assertions
from tests.support.access_tokens import JWT as JWT_ID
from tests.support.access_tokens import KEY, REFERENCE
from tests.support.ciba import EMAIL_AUTHENTICATOR
from tests.support.instances import ADAPTER, CIDR, SIMPLE_VALIDATOR, SMTP
from tests.support.local_identities import LOCAL_VALIDATOR
from tests.support.payment_details import PAYMENT, SCHEMA, TEMPLATE
from tests.support.sp_adapters import OPEN_TOKEN, SIGNED_JWT
from tests.support.token_exchange import (
    ACCESS_TOKEN_PROCESSOR,
    JWT_GENERATOR,
    JWT_PROCESSOR,
    KEYS_URL,
    PARTNER,
    SAML_GENERATOR,
    SAML_PROCESSOR,
)

_PASSWORD = "Schiffer12"
_RADIUS = "org.sourceid.saml20.domain.RadiusUsernamePasswordCredentialValidator"
_LDAP = "org.sourceid.saml20.domain.LDAPUsernamePasswordCredentialValidator"
_PARAMETER = "com.pingidentity.pf.selectors.http.HttpRequestParamAuthnSelector"
_CONTEXT = "com.pingidentity.pf.selectors.saml.SamlAuthnContextAdapterSelector"
_SCOPES = "com.pingidentity.pf.selectors.oauthscope.OAuthScopeAdapterSelector"
_PROPERTY = "com.pingidentity.pf.selectors.ExtendedPropertyAuthnSelector"
_CLIENTS = "com.pingidentity.pf.selectors.oauthclientset.OAuthClientSetAuthnSelector"
_SYMMETRIC = {"Symmetric Keys": [{"Key ID": "k1", "Key": KEY, "Encoding": "b64u"}]}
_CERTIFICATES = {"Certificates": [{"Key ID": "c1", "Certificate": "example-pair"}]}
_ENCRYPTED = {
    "JWE Algorithm": "dir",
    "JWE Content Encryption Algorithm": "A256GCM",
    "Active Symmetric Encryption Key ID": "k1",
}
EVERY_RESULT = {f"Enable '{each}' Result Value": "true" for each in ("Any", "No Match", "Not in Request")}


def _tokens() -> Iterator[Example]:
    central = {"Use Centralized Signing Key": "true"}
    for algorithm in ("RS256", "PS512", "ES256", "ES512"):
        yield Example(values={**central, "JWS Algorithm": algorithm})
    # Claims with the default names of other claims.
    renamed = {"Scope Claim Name": "scp", "Client ID Claim Name": "sub", "Access Grant GUID Claim Name": "agid"}
    yield Example(values={**central, **renamed, "JWS Algorithm": "ES256", "JWT ID Claim Length": "0"})
    listed = {"Space Delimit Scope Values": "false", "Audience Claim Value": "a b", "Not Before Claim Offset": "5"}
    yield Example(values={**central, **listed, "JWS Algorithm": "ES256", "Include Issued At Claim": "false"})
    yield Example(values={"JWS Algorithm": "ES256", "Active Signing Certificate Key ID": "c1"}, tables=_CERTIFICATES)
    yield Example(values={"JWS Algorithm": "HS256", "Active Symmetric Key ID": "k1"}, tables=_SYMMETRIC)
    yield Example(values={**central, **_ENCRYPTED, "JWS Algorithm": "RS256"}, tables=_SYMMETRIC)
    yield Example(values=_ENCRYPTED, tables=_SYMMETRIC)


def _references() -> Iterator[Example]:
    yield Example()
    used = {"Lifetime Extension Policy": "ALL", "Lifetime Extension Threshold Percentage": "100"}
    yield Example(values={"Token Length": "22", "Token Lifetime": "1", **used})
    yield Example(values={**used, "Maximum Token Lifetime": "180"})


def _simple() -> Iterator[Example]:
    digest = PasswordDigests(SystemRandomness()).digest(_PASSWORD)
    users = [{"Username": "joe", "Password": digest, "Confirm Password": digest}]
    yield Example(tables={"Users": users}, password=_PASSWORD)


def _directories() -> Iterator[Example]:
    found = {"LDAP Datastore": "people", "Search Base": "ou=people,dc=example", "Search Filter": "uid=${username}"}
    yield Example(values=found, password=_PASSWORD)
    strict = {"Trim Username Spaces For Search": "false", "Expect Password Expired Control": "true"}
    yield Example(values={**found, **strict, "Account Disabled Attribute": "locked"}, password=_PASSWORD)


def _adapters() -> Iterator[tuple[str, Example]]:
    validator = {"Credential Validators": [{"Password Credential Validator Instance": "validator"}]}
    form = {"pf.username": "joe", "pf.pass": _PASSWORD, "pf.ok": "clicked"}
    how: dict[str, Any] = {
        "tables": validator,
        "forms": (form,),
        "secrets": frozenset({"pf.pass", "pf.newPassword", "pf.confirmPassword"}),
        "fields": ("pf.newPassword", "pf.confirmPassword", "pf.email", "otp", "reset"),
        "buttons": (
            "pf.cancel",
            "pf.forgotPassword",
            "pf.usernameRecovery",
            "pf.accountUnlock",
            "pf.passwordChange",
            "pf.rememberUsername",
            "pf.thisIsMyDevice",
        ),
    }
    yield ADAPTER, Example(**how)
    boxes = {each.name: "true" for each in FORM.fields if each.type is FieldType.CHECK_BOX and not each.lacks}
    for chosen in ("OTL", "OTP"):
        values = {**boxes, "Session State": "Globally", "Password Reset Type": chosen}
        yield ADAPTER, Example(values=values, **how)
    named = {"subject": "joe@example.com", "pf.ok": "clicked"}
    buttons = ("pf.cancel", "add.identifier", "clear.previous.selected.subject", "identifier.selection")
    yield IDENTIFIER_FIRST.id, Example(forms=(named,), buttons=buttons)
    often = {"Maximum Identifiers Count": "100", "Allow Cancelling Identifier Selection": "true"}
    yield IDENTIFIER_FIRST.id, Example(values=often, forms=(named,), buttons=buttons)
    yield IDENTIFIER_FIRST.id, Example(values={"Identifier Cookie Lifetime": "0"}, forms=(named,), buttons=buttons)
    pages: dict[str, Any] = {
        "fields": ("otp", "name"),
        "buttons": ("pf.cancel", "pf.recovery", "pf.app", "pf.manage", "pf.add"),
    }
    yield TOTP.id, Example(**pages)
    yield EMAIL_CODE.id, Example(fields=("otp",), buttons=("pf.cancel", "pf.resend"))
    responses: dict[str, Any] = {"fields": ("credential", "name"), "buttons": ("pf.cancel", "pf.manage", "pf.add")}
    provider = {"Issuer": "https://provider.example", "Client ID": "hanse"}
    answer: dict[str, Any] = {"fields": ("state", "iss", "code", "error")}
    yield KERBEROS.id, Example(values={"Domain/Realm Name": "example"}, fields=("negotiated", "no_ticket"))
    yield OPENID_CONNECT.id, Example(values={**provider, "Client Secret": "a-secret"}, **answer)
    yield OPENID_CONNECT.id, Example(values={**provider, "Client Authentication": "private_key_jwt"}, **answer)
    agent = {"Password": "a long password", "Confirm Password": "a long password"}
    service = {**agent, "Authentication Service": "https://app.example.com/login"}
    yield OPEN_TOKEN_SIGN_IN.id, Example(values=service, fields=("opentoken",))
    yield PASSKEY.id, Example(**responses)
    yield PASSKEY.id, Example(values={"Sign In Without Username": "false"}, **responses)
    yield TOTP.id, Example(values={"Enroll Users Without Devices": "false", "Recovery Codes": "false"}, **pages)


def _selectors() -> Iterator[tuple[str, Example]]:
    networks = [{"Network Range (CIDR notation)": text} for text in ("192.0.2.0/24", "2001:db8::/32")]
    yield CIDR, Example(tables={"Networks": networks})
    yield CIDR, Example(values={"Result Attribute Name": "network"}, tables={"Networks": networks})
    results = ("gold", "Silver")
    named = {"HTTP Request Parameter Name": "acr_values"}
    yield _PARAMETER, Example(values=named, results=results)
    yield _CONTEXT, Example(results=results)
    enabled = {f"Enable '{each}' Result Value": "true" for each in ("No Match", "Not in Request")}
    yield _CONTEXT, Example(values={**enabled, "Override AuthN Context for Flow": "false"}, results=results)
    yield _PARAMETER, Example(values={**named, **EVERY_RESULT, "Case-Sensitive Matching": "false"}, results=results)
    level = {"Extended Property": "level", "Enable 'No Match' Result Value": "true"}
    yield _PROPERTY, Example(values=level, results=results)
    yield _PROPERTY, Example(values={"Extended Property": "level", "Case-Sensitive Matching": "false"}, results=results)
    yield _SCOPES, Example(tables={"Required Scopes": [{"Scope": "read"}, {"Scope": "pay:*"}]})
    yield _CLIENTS, Example(tables={"Clients": [{"Client ID": "portal"}]})


def _exchanged() -> Iterator[tuple[str, Example]]:
    times = {"iat": int(NOW.timestamp()), "exp": int(NOW.timestamp()) + 60}
    claims = {"iss": PARTNER, "aud": ISSUER, "sub": "joe", "jti": "1", "amr": ["pwd"], "address": {"x": 1}, **times}
    signer = key_of("EC", 256).signer(SignerProfile("ES256", "JWT", "example-key"))
    token = signer.sign(json.dumps(claims).encode())
    partner = {"Issuer": PARTNER, "JWKS Endpoint URI": KEYS_URL}
    yield JWT_PROCESSOR, Example(values=partner, token=token)
    yield JWT_PROCESSOR, Example(values={"Issuer": PARTNER, "Replay Prevention": "true"}, token=token)
    yield from ((SAML_PROCESSOR, each) for each in assertions())
    manager = {"Access Token Manager": "manager-0"}
    yield ACCESS_TOKEN_PROCESSOR, Example(values=manager, token="the-token")
    joined = {**manager, "Scope value as single string": "true", "Limit Scopes": "false"}
    yield ACCESS_TOKEN_PROCESSOR, Example(values=joined, token="the-token")
    yield JWT_GENERATOR, Example()
    yield (
        JWT_GENERATOR,
        Example(values={"JWS Algorithm": "ES256", "Audience Claim Value": "a b", "Issuer Claim Value": "x"}),
    )
    issued = {"Issuer": "urn:hanse", "Signing Certificate": "example-pair"}
    yield SAML_GENERATOR, Example(values=issued)
    yield SAML_GENERATOR, Example(values={**issued, "Audience": "a b", "Confirmation Method": CONFIRMATION_BEARER})


def _handed_over() -> Iterator[tuple[str, Example]]:
    values = {"Application URL": "https://app.example.com/sso", "Audience": "app"}
    yield SIGNED_JWT, Example(values=values)
    shared = {"JWS Algorithm": "HS512", "Shared Secret": "s" * 64, "Logout URL": "https://app.example.com/logout"}
    yield SIGNED_JWT, Example(values={**values, **shared, "Issuer": "https://issuer.example"})
    password = {"Password": "a long password", "Confirm Password": "a long password"}
    yield OPEN_TOKEN, Example(values=password)
    yield OPEN_TOKEN, Example(values={**password, "Authentication Service": "https://app.example.com/x"})


def _services() -> Iterator[Example]:
    tables = {
        "Base URLs and Tags": [{"Base URL": "https://api.example.com/users"}],
        "Attributes": [{"Local Attribute": "a", "JSON Response Attribute Path": "/a"}],
    }
    once = {"Retry Request": "false"}
    yield Example(values=once, tables=tables)
    basic = {"Authentication Method": "Basic Authentication", "Username": "hanse", "Password": "secret"}
    yield Example(values={**once, **basic, "HTTP Method": "POST"}, tables=tables)
    endpoint = {"OAuth Token Endpoint": "https://login.example.com/token", "Client ID": "hanse"}
    yield Example(values={**once, **endpoint, "Authentication Method": "OAuth 2.0 Bearer Token"}, tables=tables)


def examples() -> Iterator[tuple[str, Example]]:
    """Yield the examples with the ids of their plug-ins."""
    yield from ((JWT_ID, each) for each in _tokens())
    yield from ((REFERENCE, each) for each in _references())
    yield from ((SIMPLE_VALIDATOR, each) for each in _simple())
    yield from ((_LDAP, each) for each in _directories())
    # Nothing listens at the port for discarded data, so that every answer is missing.
    server = {"Hostname": "127.0.0.1", "Authentication Port": "9", "Shared Secret": "kontor-shared-secret"}
    for protocol in ("PAP", "CHAP"):
        servers = {"RADIUS Servers": [{**server, "Authentication Protocol": protocol}]}
        yield _RADIUS, Example(values={"Timeout": "1", "Retry Count": "0"}, tables=servers)
    yield from _adapters()
    yield from _selectors()
    yield LOCAL_VALIDATOR, Example(values={"Local Identity Profile": "profile"})
    yield EMAIL_AUTHENTICATOR, Example()
    yield from _exchanged()
    yield from _handed_over()
    rows = [{"Member": "limit", "Comparison": "AT_MOST"}]
    values = {"Schema": json.dumps(SCHEMA), "Description Template": TEMPLATE}
    yield "hanse.json-schema", Example(values=values, tables={"Comparisons": rows}, detail=PAYMENT)
    yield "hanse.json-schema", Example(values={**values, "Schema": "{}"}, detail={"type": "anything"})
    yield from ((REST_API.id, each) for each in _services())
    constraint = "com.pingidentity.pf.client.registration.ResponseTypesConstraintsPlugin"
    yield constraint, Example()
    yield constraint, Example(values={"code": "true", "token": "false"})
    refusal = {
        "Condition": '"contacts" in attributes && size(attributes["contacts"]) > 1',
        "Message": "One contact only.",
    }
    value = {"Member": "client_name", "Expression": '"Verified " + attributes["client_name"]'}
    yield "hanse.registration-expressions", Example()
    yield "hanse.registration-expressions", Example(tables={"Refusals": [refusal], "Values": [value]})


def publisher(port: int, **more: str) -> tuple[str, Example]:
    """Return an example of a publisher that sends through a mail server on this machine."""
    values = {"From Address": "hanse@example.com", "Email Server": "localhost", "SMTP Port": str(port)}
    named: Mapping[str, str] = {name.replace("_", " "): value for name, value in more.items()}
    return SMTP, Example(values={**values, **named})
