"""The resources that the conformance suites test. One `Subject` here is all that a new resource needs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hanse.config.declare.resource import Resource
from hanse.data_stores.client_pool import DataStoreClients
from hanse.kit.local_users import EmbeddedLocalUsers
from hanse.kit.ports import CloudPlatform, Entitlements
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.clients import CLIENT_SETTINGS, OAUTH_CLIENTS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from hanse.resources.authentication.authentication_api import API_APPLICATIONS
from hanse.resources.authentication.grant_mappings import CONTRACT_GRANT_MAPPINGS
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.authentication.policies.fragments import FRAGMENT_RESOURCE
from hanse.resources.authentication.policies.resource import POLICIES, POLICY_DEFAULTS, POLICY_SETTINGS
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.metadata.metadata_urls import METADATA_URLS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS
from hanse.resources.system.authorization_details.processors import PROCESSORS
from hanse.resources.system.authorization_details.types import DETAIL_TYPES
from hanse.resources.system.authorization_server import (
    COMMON_GROUPS,
    COMMON_SCOPES,
)
from hanse.resources.system.cluster_settings import CLUSTER_SETTINGS
from hanse.resources.system.data_stores import DATA_STORES
from hanse.resources.system.kerberos_realms import KERBEROS_REALMS
from hanse.resources.system.log_settings.resource import LOG_SETTINGS
from hanse.resources.system.ping_one_connections.resource import PING_ONE_CONNECTIONS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from tests.conformance.authorization_subjects import AUTHORIZATION_SUBJECTS
from tests.conformance.certificate_subjects import CERTIFICATE_SUBJECTS
from tests.conformance.exchange_subjects import EXCHANGE_SUBJECTS
from tests.conformance.handover_subjects import HANDOVER_SUBJECTS
from tests.conformance.plugin_subjects import MANY, PLUGIN_SUBJECTS
from tests.conformance.settings_subjects import SETTINGS_SUBJECTS
from tests.support import toy_resources
from tests.support.access_tokens import manager
from tests.support.certified_keys import pair
from tests.support.clients import client
from tests.support.cloud_platform import AcceptingPlatform
from tests.support.entitlements import UnlimitedLicense
from tests.support.idp_connections import idp_connection, openid_connection, saml_connection
from tests.support.json_service import rest_store
from tests.support.kerberos import kerberos_realm
from tests.support.key_pairs import rotating, stored_body
from tests.support.key_sets import ISSUERS, key_set
from tests.support.local_identities import NoLocalUsers, profile
from tests.support.mappings import contract, grant_mapping, oidc_policy, token_mapping
from tests.support.payment_details import processor
from tests.support.policies import done, policy
from tests.support.saml_metadata import metadata_url
from tests.support.sp_connections import sp_connection
from tests.support.stores import ldap_store
from tests.support.toy_bodies import BLUE, RED, device

Body = dict[str, Any]


@dataclass(frozen=True)
class Subject:
    """A resource with the data that the suites need to test it.

    `sample(n)` returns the n-th valid request body, whose unique values differ from those of all others. `altered`
    returns another valid body made from a sample. `needs` are the documents that samples refer to, in an order in which
    they can be created.
    """

    resource: Resource[Any]
    sample: Callable[[int], Body]
    altered: Callable[[Body], Body]
    needs: tuple[tuple[Resource[Any], Body], ...] = ()
    ports: Mapping[type[Any], object] = field(default_factory=dict)
    digests: Mapping[str, Callable[[str], str]] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.resource.kind


TOY_SUBJECTS = (
    Subject(
        toy_resources.GROUPS,
        lambda n: {"id": f"group-{n}", "name": f"Group {n}"},
        lambda b: {**b, "name": f"New {b['name']}"},
    ),
    Subject(
        toy_resources.DEVICES,
        device,
        lambda b: {**b, "slots": 8},
        needs=((toy_resources.GROUPS, RED), (toy_resources.GROUPS, BLUE)),
    ),
    Subject(
        toy_resources.SETTINGS,
        lambda n: {"title": f"Title {n}", "defaultGroup": {"id": "red"}, "token": "clear-token"},
        lambda b: {**b, "title": "Altered"},
        needs=((toy_resources.GROUPS, RED),),
    ),
)
REAL_SUBJECTS = (
    Subject(
        OAUTH_CLIENTS,
        lambda n: {**client(f"client-{n}"), "restrictScopes": True, "restrictedScopes": ["openid", "read", "several"]},
        lambda b: {**b, "restrictedScopes": ["several"], "enabled": False},
        needs=(
            (COMMON_SCOPES, {"name": "read", "description": "Reads"}),
            (COMMON_GROUPS, {"name": "several", "description": "Several", "scopes": ["read"]}),
        ),
    ),
    Subject(
        KERBEROS_REALMS,
        lambda n: kerberos_realm(n, kerberosPassword=f"clear-password-{n}"),
        lambda b: {**b, "kerberosUsername": "HTTP/altered.example.com"},
    ),
    Subject(
        API_APPLICATIONS,
        lambda n: {"id": f"sign-in-{n}", "name": f"Sign-in {n}", "url": f"https://login-{n}.example/"},
        lambda b: {**b, "description": "Altered", "additionalAllowedOrigins": ["https://login.example:8443"]},
    ),
    Subject(
        CLIENT_SETTINGS,
        lambda n: {"clientMetadata": [{"parameter": f"department-{n}"}]},
        lambda b: {**b, "dynamicClientRegistration": {"restrictCommonScopes": True}},
    ),
    *(Subject(*each) for each in SETTINGS_SUBJECTS),
    Subject(
        POLICY_CONTRACTS,
        lambda n: {"id": f"contract-{n}", "name": f"Contract {n}", "extendedAttributes": [{"name": "mail"}]},
        lambda b: {**b, "extendedAttributes": [{"name": "groups"}]},
    ),
    Subject(
        LOCAL_IDENTITY_PROFILES,
        profile,
        lambda b: {**b, "passwordConfig": {"minimumLength": 15}},
        needs=((POLICY_CONTRACTS, contract()),),
        ports={EmbeddedLocalUsers: NoLocalUsers()},
    ),
    Subject(MANAGERS, manager, lambda b: {**b, "sequenceNumber": 7}),
    Subject(
        MANAGER_SETTINGS,
        lambda n: {"defaultAccessTokenManagerRef": {"id": f"manager-{n % 2}"}},
        lambda _b: {},
        needs=((MANAGERS, manager(0)), (MANAGERS, manager(1))),
    ),
    Subject(
        FRAGMENT_RESOURCE,
        lambda n: {"id": f"fragment-{n}", "name": f"Fragment {n}", "rootNode": done(), "inputs": {"id": "contract-0"}},
        lambda b: {**b, "description": "Altered"},
        needs=((POLICY_CONTRACTS, {"id": "contract-0", "name": "Contract 0"}),),
    ),
    Subject(
        POLICIES,
        lambda n: policy(f"Policy {n}", done(), description="Ünïcödé"),
        lambda b: {**b, "enabled": False},
    ),
    Subject(
        POLICY_DEFAULTS,
        lambda n: {"trackedHttpParameters": [f"parameter-{n}"]},
        lambda b: {**b, "failIfNoSelection": True},
    ),
    Subject(
        POLICY_SETTINGS,
        lambda _n: {"enableIdpAuthnSelection": True},
        lambda b: {**b, "enableSpAuthnSelection": True},
    ),
    Subject(
        ACCESS_TOKEN_MAPPINGS,
        token_mapping,
        lambda b: {**b, "issuanceCriteria": {"expressionCriteria": [{"expression": "'sub' in attributes"}]}},
        needs=tuple((MANAGERS, manager(number)) for number in range(MANY)),
    ),
    Subject(
        OIDC_POLICIES,
        oidc_policy,
        lambda b: {**b, "idTokenLifetime": 10},
        needs=((MANAGERS, manager(0)),),
    ),
    Subject(
        OIDC_SETTINGS,
        lambda n: {"defaultPolicyRef": {"id": f"policy-{n % 2}"}},
        lambda _b: {},
        needs=((MANAGERS, manager(0)), (OIDC_POLICIES, oidc_policy(0)), (OIDC_POLICIES, oidc_policy(1))),
    ),
    Subject(
        CONTRACT_GRANT_MAPPINGS,
        grant_mapping,
        lambda b: {**b, "issuanceCriteria": {"conditionalCriteria": []}},
        needs=tuple((POLICY_CONTRACTS, contract(number)) for number in range(MANY)),
    ),
    Subject(
        IDP_CONNECTIONS,
        lambda n: (idp_connection, saml_connection, openid_connection)[n % 3](n),
        lambda b: {**b, "active": False, "contactInfo": {"company": "Example"}},
        needs=((MANAGERS, manager(0)),),
        ports={Entitlements: UnlimitedLicense()},
    ),
    Subject(
        SP_CONNECTIONS,
        sp_connection,
        lambda b: {**b, "contactInfo": {"company": "Example"}},
        needs=((POLICY_CONTRACTS, contract()),),
        ports={Entitlements: UnlimitedLicense()},
    ),
    *(Subject(resource, make, change, needs=needs) for resource, make, change, needs in CERTIFICATE_SUBJECTS),
    Subject(METADATA_URLS, metadata_url, lambda b: {**b, "validateSignature": False}),
    Subject(
        CLUSTER_SETTINGS,
        lambda n: {"replicateConnectionsOnSave": n % 2 == 0, "replicateClientsOnSave": True},
        lambda b: {**b, "replicateClientsOnSave": False},
    ),
    Subject(
        DATA_STORES,
        lambda n: rest_store(n) if n % 2 else ldap_store(n),
        lambda b: {**b, "maskAttributeValues": True},
        ports={DataStoreClients: DataStoreClients(Path())},
    ),
    *(Subject(*each) for each in PLUGIN_SUBJECTS),
    *(Subject(*each) for each in EXCHANGE_SUBJECTS),
    *(Subject(*each) for each in HANDOVER_SUBJECTS),
    Subject(
        PROCESSORS,
        processor,
        lambda b: {**b, "name": f"New {b['name']}"},
    ),
    Subject(
        DETAIL_TYPES,
        lambda n: {"id": f"t-{n}", "type": f"type-{n}", "authorizationDetailProcessorRef": {"id": "payments-0"}},
        lambda b: {**b, "active": False},
        needs=((PROCESSORS, processor()),),
    ),
    Subject(
        LOG_SETTINGS,
        lambda _n: {"logCategories": [{"id": "keys", "enabled": True}]},
        lambda b: {"logCategories": [{"id": "oauth", "enabled": True}, *b["logCategories"]]},
    ),
    Subject(
        SERVER_SETTINGS,
        lambda n: {"federationInfo": {"baseUrl": f"https://sso-{n}.example.com:9031"}},
        lambda b: {**b, "contactInfo": {"company": "Example"}},
        ports={Entitlements: UnlimitedLicense()},
    ),
    Subject(
        PING_ONE_CONNECTIONS,
        lambda n: {
            "id": f"connection-{n}",
            "name": f"Connection {n}",
            "description": "To the cloud",
            "active": True,
            "credential": f"clear-credential-{n}",
        },
        lambda b: {**b, "active": False},
        ports={CloudPlatform: AcceptingPlatform()},
    ),
    *(Subject(resource, make, change, needs=needs) for resource, make, change, needs in AUTHORIZATION_SUBJECTS),
    Subject(SIGNING_KEY_PAIRS, stored_body, rotating),
    Subject(
        KEY_SETS,
        key_set,
        lambda b: {**b, "description": "Altered"},
        needs=((SIGNING_KEY_PAIRS, pair("rsa-1")), *ISSUERS),
    ),
    Subject(
        OAUTH_KEYS,
        lambda n: {
            "staticJwksEnabled": False,
            "p256ActiveCertRef": {"id": "p256-1"},
            "p256ActiveKeyId": f"key-{n}",
            "p256PublishX5cParameter": True,
        },
        lambda b: {**b, "p256ActiveKeyId": "another"},
        needs=((SIGNING_KEY_PAIRS, pair("p256-1")),),
    ),
)
SUBJECTS: tuple[Subject, ...] = (*TOY_SUBJECTS, *REAL_SUBJECTS)
COLLECTIONS = tuple(subject for subject in SUBJECTS if not subject.resource.is_singleton)
