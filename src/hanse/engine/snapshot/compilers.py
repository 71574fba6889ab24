"""All compilers of the snapshot: the one list that decides what requests can read."""

from typing import Any, Final

from hanse.engine.http.origins import ALLOWED_ORIGINS
from hanse.engine.keys.configured import CONFIGURED_KEYS
from hanse.engine.messages import PUBLISHER_DEFAULTS, PUBLISHERS_IN_USE
from hanse.engine.oauth.access_tokens.compiling import TOKEN_MANAGERS
from hanse.engine.oauth.authorization_details import DETAIL_TYPES
from hanse.engine.oauth.scopes import SCOPES
from hanse.engine.oidc.policies import COMPILED_POLICIES
from hanse.engine.oidc.subjects import PAIRWISE_SALT
from hanse.engine.signin.policies.plan import POLICY_PLAN
from hanse.engine.snapshot import parts
from hanse.engine.snapshot.clients import CLIENTS
from hanse.engine.snapshot.compiling import Compiler
from hanse.engine.snapshot.data_stores import DATA_STORE_SETTINGS, TRUSTED_AUTHORITIES
from hanse.engine.snapshot.issuers import NAMES
from hanse.engine.snapshot.managers import MANAGER_KEY_SETS

COMPILERS: Final[tuple[Compiler[Any], ...]] = (
    NAMES,
    CONFIGURED_KEYS,
    MANAGER_KEY_SETS,
    CLIENTS,
    SCOPES,
    TOKEN_MANAGERS,
    DETAIL_TYPES,
    parts.VERBOSE,
    parts.SERVER,
    parts.AUTHORIZATION,
    ALLOWED_ORIGINS,
    parts.CLIENT_DEFAULTS,
    parts.PROPERTIES,
    parts.REDIRECTS,
    parts.SESSIONS,
    parts.GLOBAL_SESSION_POLICY,
    parts.APPLICATION_SESSION_POLICY,
    parts.SOURCE_SESSION_POLICIES,
    parts.POLICY_LIST,
    parts.POLICY_DEFAULT_SETTINGS,
    parts.POLICY_SWITCHES,
    parts.POLICY_FRAGMENTS,
    parts.POLICY_CONTRACT_LIST,
    parts.ADAPTERS,
    parts.SELECTORS,
    parts.VALIDATORS,
    parts.OPENID_POLICIES,
    parts.OPENID_SETTINGS,
    COMPILED_POLICIES,
    PAIRWISE_SALT,
    parts.CONTRACT_GRANTS,
    parts.ADAPTER_GRANTS,
    parts.CREDENTIALS_GRANTS,
    DATA_STORE_SETTINGS,
    TRUSTED_AUTHORITIES,
    POLICY_PLAN,
    PUBLISHERS_IN_USE,
    PUBLISHER_DEFAULTS,
)
