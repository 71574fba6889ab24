/** The keyboard input for each form of the frame, by navigation node. */
import { AUTHENTICATION } from "./keyboardAuthentication.ts";
import { type Form, named, ticked } from "./keyboardForm.ts";
import { HANDOVER } from "./keyboardHandover.ts";
import { TOKEN_EXCHANGE } from "./keyboardTokenExchange.ts";

/** A key pair that the server generates. */
const created: Form = {
  type: "Create New",
  fill: async (keys, { mark }) => {
    await keys.write("Common Name", `keys${mark}.example`);
    await keys.write("Organization", "Hanse");
    await keys.write("Country", "DE");
    await keys.choose("Key Algorithm", "EC");
  },
};

export const FORMS: Record<string, Form[]> = {
  ...AUTHENTICATION,
  ...TOKEN_EXCHANGE,
  spConnections: [
    {
      fill: async (keys, { name, mark }) => {
        await keys.write("Connection name", name);
        await keys.write("Entity ID", `https://sp.example.com/${mark}`);
        await keys.post("Add: Authentication policy contract mappings");
        await keys.choose("Authentication policy contract", `User ${mark}`);
        await keys.choose("SAML_SUBJECT: Source", "Authentication policy contract");
        await keys.choose("SAML_SUBJECT: Value", "subject");
      },
    },
  ],
  ...HANDOVER,
  oauthClients: [
    {
      fill: async (keys, { name }) => {
        await keys.write("Client ID", name.replaceAll(" ", "-"));
        await keys.write("Name", name);
        await keys.choose("Authentication method", "Client Secret");
        await keys.post("Generate Secret");
        await keys.tick("Client credentials");
        await keys.tick("Restrict Common Scopes");
        await keys.dialog("Select Scopes: Restricted Common Scopes", "Scopes");
      },
    },
  ],
  accessTokenManagement: [
    {
      type: "JSON Web Tokens",
      fill: async (keys, given) => {
        await named(keys, given);
        await keys.post("Add: Symmetric Keys");
        await keys.page.keyboard.type("k1");
        await keys.write("Symmetric Keys 1: Key", "A".repeat(43));
        await keys.choose("JWS Algorithm", "HS256");
        await keys.write("Active Symmetric Key ID", "k1");
        await keys.post("Add: Extended attributes");
        await keys.page.keyboard.type("sub");
      },
    },
  ],
  accessTokenMappings: [
    {
      fill: async (keys, { mark }) => {
        await keys.choose("Context", "Client credentials");
        await keys.choose("Access token manager", `Tokens ${mark}`);
        await keys.choose("uid: Source", "Text");
        await keys.write("uid: Value", "machine");
      },
    },
  ],
  openIdConnectPolicyManagement: [
    {
      fill: async (keys, { name, mark }) => {
        await keys.write("Name", name);
        await keys.choose("Access token manager", `Tokens ${mark}`);
        await keys.choose("sub: Source", "Access token");
        await keys.choose("sub: Value", "uid");
      },
    },
  ],
  cibaRequestPolicies: [
    {
      fill: async (keys, { name, mark }) => {
        await keys.write("Policy ID", name.replaceAll(" ", "-"));
        await keys.write("Name", name);
        await keys.choose("Authenticator", `Authenticator ${mark}`);
      },
    },
  ],
  metadataUrls: [
    {
      fill: async (keys, { name, mark }) => {
        await keys.write("Name", name);
        await keys.write("URL", `https://idp.example.com/metadata/${mark}`);
      },
    },
  ],
  trustedCas: [{ fill: (keys, { certificate }) => keys.upload("File", certificate) }],
  oauthClientCas: [{ fill: (keys, { certificate }) => keys.upload("File", certificate) }],
  partnerCas: [{ fill: (keys, { certificate }) => keys.upload("File", certificate) }],
  certificateRevocation: [ticked("Use Revocation Lists")],
  ocspCertificates: [{ fill: (keys, { certificate }) => keys.upload("File", certificate) }],
  sslClientKeys: [created],
  sslServerCertificates: [created],
  signingKeys: [created],
  sslServerSettings: [
    {
      fill: async (keys, { mark }) => {
        await keys.post("Add: Further Active Runtime Server Certificates");
        await keys.choose(/^Further Active Runtime Server Certificates 1/, `CN=keys${mark}.example, O=Hanse, C=DE`);
      },
    },
  ],
  redirectValidation: [
    {
      fill: async (keys, { mark }) => {
        await keys.post("Add: Allowed hosts");
        await keys.write(/^Allowed hosts \d+: Host$/, `keys${mark}.example`);
      },
    },
  ],
  incomingProxySettings: [{ fill: (keys, { mark }) => keys.write("Host header", `X-Host-${mark}`) }],
  // Its keys are rotated with a button.
  systemKeys: [],
  serviceAuthentication: [
    {
      fill: async (keys, { mark }) => {
        await keys.write("Application ID", `payroll${mark}`);
        await keys.write("Shared secret", "Hansa-1241-secret");
      },
    },
  ],
  metadataLifetime: [{ fill: (keys) => keys.write("Cache duration", "60") }],
  metadataSigning: [{ fill: (keys, { mark }) => keys.choose("Signing key", `CN=sign${mark}.example, O=Hanse, C=DE`) }],
  attributeRequesterMapping: [
    // The option also has the entity ID.
    { fill: (keys, { mark }) => keys.choose("Default identity provider", new RegExp(`^Asked ${mark} `)) },
  ],
  auditLogSettings: [{ fill: (keys) => keys.choose("Failure mode", "Block requests") }],
  notificationSettings: [ticked("Account changes")],
  kerberosSettings: [{ fill: (keys) => keys.write("Accept previous keys for (minutes)", "700") }],
  // They show what users have done, and have no form for new items.
  grants: [],
  signInTrace: [],
  certificateCalendar: [],
  signInTraceSettings: [{ fill: (keys) => keys.write("Retention (Days)", "30") }],
  protocolSettings: [{ fill: (keys, { mark }) => keys.write("SAML 2.0 entity ID", `urn:keys:${mark}`) }],
  generalSettings: [{ fill: (keys, { mark }) => keys.write("Request Header for Correlation ID", `X-${mark}`) }],
  adminApiCorsSettings: [ticked("Enable CORS")],
  dataStores: [
    {
      type: "Directory (LDAP)",
      fill: async (keys, { name }) => {
        await keys.write("Name", name);
        await keys.write("Hostname(s) 1", "localhost:1");
        await keys.tick("Bind Anonymously");
      },
      save: ["Save", "Save without connecting"],
    },
    {
      type: "Database (JDBC)",
      fill: async (keys, { name }) => {
        await keys.write("Name", name);
        await keys.choose("Driver", "PostgreSQL");
        await keys.write("JDBC URL", "jdbc:postgresql://localhost:1/rooms");
        await keys.write("Username", "hanse");
        await keys.write("Password", "Hansa-1241");
      },
      save: ["Save", "Save without connecting"],
    },
  ],
  kerberosRealms: [
    {
      fill: async (keys, { mark }) => {
        await keys.write("Domain/Realm Name", `R${mark}.EXAMPLE`);
        await keys.write("Domain/Realm Username", "HTTP/sso.example.com");
        await keys.write("Domain/Realm Password", "Hansa-1241");
      },
    },
  ],
  passwordCredentialValidators: [
    {
      type: "Simple Username Password Credential Validator",
      fill: async (keys, given) => {
        await named(keys, given);
        await keys.post("Add: Users");
        await keys.page.keyboard.type("joe");
        await keys.write("Users 1: Password", "Schiffer12");
        await keys.write("Users 1: Confirm Password", "Schiffer12");
      },
    },
  ],
  administrativeAccounts: [
    {
      fill: async (keys, { mark }) => {
        await keys.write("Username", `keys${mark}`);
        await keys.write("Password", "Corr3ct-horse-battery");
        await keys.tick("Auditor");
      },
    },
  ],
  extendedProperties: [
    {
      fill: async (keys, { mark }) => {
        await keys.post("Add: Properties");
        await keys.page.keyboard.type(`keys${mark}`);
      },
    },
  ],
  authorizationServerSettings: [ticked("Disallow the Plain PKCE Code Challenge Method")],
  authorizationDetailProcessors: [
    {
      fill: async (keys, given) => {
        await named(keys, given);
        await keys.write("Schema", "{}");
        await keys.write("Description Template", "Pay");
      },
    },
  ],
  clientRegistrationPolicies: [{ type: "Response Types Constraints", fill: named }],
  clientSettings: [ticked("Require Signed Requests")],
  openIdConnectSettings: [ticked("Track user sessions for logout")],
  notificationPublishers: [
    {
      fill: async (keys, given) => {
        await named(keys, given);
        await keys.write("From Address", "hanse@example.com");
        await keys.write("Email Server", "localhost");
        await keys.choosesRadio("STARTTLS");
      },
    },
  ],
};
