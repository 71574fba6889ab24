"""Every area with a page in the console, and what requires it: a document, an issue, or the admin API's contract.

The list is written by hand and not derived from the navigation, so that a test fails if a page disappears. A new
page has to be added here.
"""

# In the order of the navigation.
AREAS: dict[str, str] = {
    "/authentication/integration/idp-adapters": "issue 5",
    "/authentication/integration/second-factors": "issue 16",
    "/authentication/policies/fragments": "contract",
    "/authentication/policies/selectors": "issue 5",
    "/authentication/policies/policies": "issue 5",
    "/authentication/policies/policy-settings": "contract",
    "/authentication/policies/policy-defaults": "contract",
    "/authentication/policies/policy-contracts": "issue 5",
    "/authentication/policies/local-identity-profiles": "issue 16",
    "/authentication/policies/sessions": "issue 5",
    "/authentication/policies/session-overrides": "contract",
    "/authentication/policies/application-sessions": "contract",
    "/authentication/policies/session-settings": "contract",
    "/authentication/policies/session-quotas": "contract",
    "/authentication/oauth/idp-adapter-grant-mapping": "contract",
    "/authentication/oauth/policy-contract-grant-mapping": "issue 5",
    "/authentication/oauth/resource-owner-credentials-grant-mapping": "contract",
    "/authentication/oauth/ciba-authenticators": "contract",
    "/applications/oauth/clients": "issue 5",
    "/applications/oauth/access-token-management": "issue 5",
    "/applications/oauth/access-token-mappings": "issue 5",
    "/applications/oauth/openid-connect-policy-management": "issue 5",
    "/applications/oauth/ciba-request-policies": "contract",
    "/applications/oauth/client-registration-policies": "contract",
    "/applications/oauth/grants": "issue 14",
    "/applications/token-exchange/token-processors": "issue 16",
    "/applications/token-exchange/processor-policies": "issue 16",
    "/applications/token-exchange/token-generators": "issue 16",
    "/applications/token-exchange/generator-groups": "issue 16",
    "/applications/token-exchange/token-generator-mappings": "issue 16",
    "/security/certificate-and-key-management/trusted-cas": "issue 5",
    "/security/certificate-and-key-management/ssl-server-certificates": "issue 5",
    "/security/certificate-and-key-management/active-ssl-server-certificates": "contract",
    "/security/certificate-and-key-management/signing-decryption-keys-certificates": "the tile of document 1",
    "/security/certificate-and-key-management/oauth-openid-connect-keys": "document 1",
    "/security/certificate-and-key-management/token-signing-keys": "document 1",
    "/security/certificate-and-key-management/configuration-encryption-keys": "document 2",
    "/security/system-integration/redirect-validation": "issue 5",
    "/security/system-integration/incoming-proxy-settings": "issue 16",
    "/security/system-integration/admin-api-cors-settings": "contract",
    "/system/data-and-credential-stores/data-stores": "issue 5",
    "/system/data-and-credential-stores/password-credential-validators": "issue 5",
    "/system/server/administrative-accounts": "issue 5",
    "/system/server/log-settings": "document 2",
    "/system/server/virtual-hostnames": "document 1",
    "/system/server/license": "document 1",
    "/system/server/cluster-management": "document 2",
    "/system/server/general-settings": "contract",
    "/system/server/extended-properties": "issue 5",
    "/system/server/collect-support-data": "document 2",
    "/system/server/sign-in-trace": "issue 16",
    "/system/server/sign-in-trace-settings": "issue 16",
    "/system/oauth-settings/authorization-server-settings": "issue 5",
    "/system/oauth-settings/scope-management": "document 2",
    "/system/oauth-settings/virtual-issuers": "document 2",
    "/system/oauth-settings/client-settings": "contract",
    "/system/oauth-settings/openid-connect-settings": "contract",
    "/system/oauth-settings/authorization-detail-types": "document 2",
    "/system/oauth-settings/authorization-detail-processors": "issue 15",
    "/system/external-systems/pingone-connections": "document 1",
    "/system/external-systems/notification-publishers": "issue 5",
}

# The screens of the documents (their sections 2) and those of run-time state are React pages; others are frame pages.
_RUN_TIME_STATE = ("/applications/oauth/grants", "/system/server/sign-in-trace")
REACT_PAGES = frozenset(
    path for path, source in AREAS.items() if source.startswith("document") or path in _RUN_TIME_STATE
)
