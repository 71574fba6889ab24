import type { LinkProps } from "@tanstack/react-router";

/** Every path of the console, in one place. */
export const paths = {
  home: "/",
  login: "/login",
  endpoints: "/help/endpoints/$kind",
  authentication: "/authentication",
  applications: "/applications",
  security: "/security",
  system: "/system",
  tokenSigningKeys: "/security/certificate-and-key-management/token-signing-keys",
  addKeySet: "/security/certificate-and-key-management/token-signing-keys/add",
  editKeySet: "/security/certificate-and-key-management/token-signing-keys/edit/$id",
  oauthKeys: "/security/certificate-and-key-management/oauth-openid-connect-keys",
  detailTypes: "/system/oauth-settings/authorization-detail-types",
  detailTypeAdd: "/system/oauth-settings/authorization-detail-types/add",
  detailTypeEdit: "/system/oauth-settings/authorization-detail-types/edit/$id",
  logSettings: "/system/server/log-settings",
  encryptionKeys: "/security/certificate-and-key-management/configuration-encryption-keys",
  license: "/system/server/license",
  collectSupportData: "/system/server/collect-support-data",
  externalSystems: "/system/external-systems",
  pingOneConnections: "/system/external-systems/pingone-connections",
  pingOneConnectionAdd: "/system/external-systems/pingone-connections/add",
  pingOneConnectionEdit: "/system/external-systems/pingone-connections/edit/$id",
  virtualIssuers: "/system/oauth-settings/virtual-issuers",
  virtualIssuerAdd: "/system/oauth-settings/virtual-issuers/add",
  virtualIssuerEdit: "/system/oauth-settings/virtual-issuers/edit/$id",
  scopes: "/system/oauth-settings/scope-management",
  scopeAdd: "/system/oauth-settings/scope-management/add",
  scopeEdit: "/system/oauth-settings/scope-management/edit",
  clusterManagement: "/system/server/cluster-management",
  clusterSettings: "/system/server/cluster-management/settings",
  virtualHostNames: "/system/server/virtual-hostnames",
} as const;

/** Frame pages that screens lead to. The router's types know the routes of screens only. */
export const framePaths = {
  signingKeys: "/security/certificate-and-key-management/signing-decryption-keys-certificates",
  detailProcessors: "/system/oauth-settings/authorization-detail-processors",
} as Record<"signingKeys" | "detailProcessors", string> as Record<
  "signingKeys" | "detailProcessors",
  NonNullable<LinkProps["to"]>
>;
