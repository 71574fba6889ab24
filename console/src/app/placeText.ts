import { catalogue } from "../catalogue.ts";

/** The names of the places that have a tile (specification 1, section 2): on the tile, and where its screen is ours. */
export const placeText = catalogue("place", {
  idpConnections: "IdP Connections",
  idpAdapters: "IdP Adapters",
  fragments: "Fragments",
  policies: "Policies",
  selectors: "Selectors",
  sessions: "Sessions",
  localIdentityProfiles: "Local Identity Profiles",
  policyContractGrantMapping: "Policy Contract Grant Mapping",
  spConnections: "SP Connections",
  spAdapters: "SP Adapters",
  oauthClients: "OAuth Clients",
  accessTokenManagement: "Access Token Management",
  accessTokenMappings: "Access Token Mappings",
  openIdConnectPolicyManagement: "OpenID Connect Policy Management",
  signingKeys: "Signing and Decryption Keys and Certificates",
  trustedCas: "Trusted CAs",
  sslServerCertificates: "SSL Server Certificates",
  partnerMetadataUrls: "Partner Metadata URLs",
  redirectValidation: "Redirect Validation",
  dataStores: "Data Stores",
  passwordCredentialValidators: "Password Credential Validators",
  administrativeAccounts: "Administrative Accounts",
  extendedProperties: "Extended Properties",
  authorizationServerSettings: "Authorization Server Settings",
  scopeManagement: "OAuth Scopes",
  notificationPublishers: "Notification Publishers",
  virtualHostNames: "Virtual Host Names",
});

/** The four areas: on their landing pages, and over the pages to choose shortcuts from. */
export const areaText = catalogue("area", {
  authentication: "Authentication",
  applications: "Applications",
  security: "Security",
  system: "System",
});
