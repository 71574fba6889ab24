"""Paths of the admin API's resources that fields of the shipped plug-ins refer to.

Plug-ins know resources by their paths only: the declarations are in `hanse.resources`, above this package.
"""

CLIENTS = "/oauth/clients"
DATA_STORES = "/dataStores"
NOTIFICATION_PUBLISHERS = "/notificationPublishers"
PASSWORD_VALIDATORS = "/passwordCredentialValidators"  # noqa: S105 - this is a path.
POLICY_CONTRACTS = "/authenticationPolicyContracts"
SIGNING_KEY_PAIRS = "/keyPairs/signing"
# Scopes and scope groups share one set of names.
SCOPES = "/oauth/authServerSettings/scopes"
COMMON_SCOPES = (f"{SCOPES}/commonScopes", f"{SCOPES}/commonScopeGroups")
EXCLUSIVE_SCOPES = (f"{SCOPES}/exclusiveScopes", f"{SCOPES}/exclusiveScopeGroups")
