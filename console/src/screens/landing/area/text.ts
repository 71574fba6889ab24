import { catalogue } from "../../../catalogue.ts";

/** The four pages (specification 1, section 2). */
export const landingText = catalogue("landing", {
  authenticationDescription: "How users sign in here, and which partners vouch for them.",
  applicationsDescription: "What users sign in to, and what these applications are told about them.",
  securityDescription: "The keys and certificates that the server signs, decrypts and is recognised with.",
  systemDescription: "What the server runs on: stores, accounts, endpoints and settings for all areas.",
  emptyTitle: "Nothing here is open to your account",
  emptyBody:
    "What an account may open depends on its roles. Yours: {roles}. A user administrator can add the role that you need.",
  emptyBodyAuditor: "An auditor sees every page of the server. In this area it has none.",
  noRoles: "none",
  ADMINISTRATOR: "administrator",
  USER_ADMINISTRATOR: "user administrator",
  CRYPTO_ADMINISTRATOR: "crypto administrator",
  EXPRESSION_ADMINISTRATOR: "expression administrator",
  DATA_COLLECTION_ADMINISTRATOR: "data collection administrator",
});

export const tileDescription = catalogue("tileDescription", {
  idpConnections: "Partners that sign users in and send them here.",
  idpAdapters: "Ways in which this server itself finds out who somebody is.",
  fragments: "Parts of authentication policies that several of them share.",
  policies: "Which steps a sign-in goes through, and what decides between them.",
  selectors: "Conditions, such as network or requested scope, that choose a policy's path.",
  sessions: "How long a sign-in lasts, and where its state is kept.",
  localIdentityProfiles: "Registration and profile pages for users that this server keeps.",
  policyContractGrantMapping: "From what a policy found out to what an OAuth grant remembers.",
  spConnections: "Applications and partners that take SAML or WS-Federation assertions from here.",
  spAdapters: "How an application behind this server learns who has arrived.",
  oauthClients: "Applications that ask for OAuth tokens: their credentials, grants and scopes.",
  accessTokenManagement: "The kinds of access token: signed or by reference, what is in them, how long they last.",
  accessTokenMappings: "Where the attributes in an access token come from.",
  openIdConnectPolicyManagement: "Which claims an ID token and the UserInfo endpoint give about a user.",
  signingKeys: "The key pairs that sign assertions and tokens, and decrypt what partners send.",
  trustedCas: "The certificate authorities whose certificates are believed.",
  sslServerCertificates: "The certificates that browsers and partners see on the server's ports.",
  partnerMetadataUrls: "Where partners publish their metadata, so that connections follow it.",
  redirectValidation: "Which addresses the server may send a browser back to.",
  dataStores: "Directories, databases and services that attributes are looked up in.",
  passwordCredentialValidators: "Where a user name and password are checked.",
  administrativeAccounts: "Who may use this console, and in which roles.",
  extendedProperties: "Fields of your own on connections and clients.",
  authorizationServerSettings: "Lifetimes, grants and defaults of the OAuth authorization server.",
  scopeManagement: "What clients may ask for: common and exclusive scopes, and groups of them.",
  notificationPublishers: "How administrators and users are told: by mail or through a service.",
  virtualHostNames: "The other host names under which the server answers.",
});
