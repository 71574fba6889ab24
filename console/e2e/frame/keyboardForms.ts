/** What somebody without a mouse enters in each form of the frame, by the node of the navigation that has it. */
import type { APIRequestContext } from "@playwright/test";
import { post } from "../system/signedIn.ts";
import type { Keyboard } from "./keyboard.ts";

export interface Form {
  /** Of areas that first ask of which type an item is to be. */
  type?: string;
  fill: (keys: Keyboard, given: Given) => Promise<void>;
  /** What is pressed; where a server beyond this one cannot be reached, what follows on that. */
  save?: [first: string, then: string];
}

/** What forms refer to, and a name that is new. */
export interface Given {
  mark: string;
  name: string;
  certificate: string;
}

export async function prepare(request: APIRequestContext, mark: string): Promise<void> {
  const plugin = (id: string) => ({ pluginDescriptorRef: { id }, configuration: {} });
  const user = [{ name: "Username", value: "joe" }, ...["Password", "Confirm Password"].map(secret)];
  await post(request, "/passwordCredentialValidators", {
    id: `users${mark}`,
    name: `Users ${mark}`,
    ...plugin("org.sourceid.saml20.domain.SimpleUsernamePasswordCredentialValidator"),
    configuration: { tables: [{ name: "Users", rows: [{ fields: user }] }], fields: [] },
  });
  await post(request, "/idp/adapters", {
    id: `gate${mark}`,
    name: `Gate ${mark}`,
    ...plugin("com.pingidentity.adapters.identifierfirst.idp.IdentifierFirstAdapter"),
    attributeContract: { coreAttributes: [{ name: "subject", pseudonym: true }, { name: "domain" }] },
  });
  await post(request, "/authenticationPolicyContracts", { name: `User ${mark}` });
  await post(request, "/oauth/accessTokenManagers", {
    id: `tokens${mark}`,
    name: `Tokens ${mark}`,
    ...plugin("org.sourceid.oauth20.token.plugin.impl.ReferenceBearerAccessTokenManagementPlugin"),
    attributeContract: { extendedAttributes: [{ name: "uid" }] },
  });
}

function secret(name: string) {
  return { name, value: "Schiffer12" };
}

const named: Form["fill"] = (keys, { name }) => keys.write("Instance name", name);

/** Whose a grant is: of the source, and where that is not enough as it is written. */
const grant = (what: string, of: string, source: string, value: string): Form => ({
  fill: async (keys, { mark }) => {
    await keys.choose(what, `${of} ${mark}`);
    await keys.choose("USER_KEY: Source", source);
    await keys.choose("USER_KEY: Value", value);
  },
});

/** Settings: one box, there and back is a change enough. */
const ticked = (box: string): Form => ({ fill: (keys) => keys.tick(box) });

export const FORMS: Record<string, Form[]> = {
  idpAdapters: [
    {
      type: "HTML Form IdP Adapter",
      fill: async (keys, given) => {
        await named(keys, given);
        await keys.post("Add: Credential Validators");
        await keys.choose(/^Credential Validators 1/, `Users ${given.mark}`);
        await keys.tick("Core attributes 2: Pseudonym");
      },
    },
    {
      type: "Identifier First Adapter",
      fill: async (keys, given) => {
        await named(keys, given);
        await keys.tick("Core attributes 2: Pseudonym");
      },
    },
  ],
  fragments: [
    {
      fill: async (keys, { name, mark }) => {
        await keys.write("Name", name);
        await keys.choose("Inputs", `User ${mark}`);
        await keys.choose("Policy: what happens", "Done");
      },
    },
  ],
  selectors: [
    {
      type: "CIDR Authentication Selector",
      fill: async (keys, given) => {
        await named(keys, given);
        await keys.post("Add: Networks");
        await keys.page.keyboard.type("10.0.0.0/8");
      },
    },
  ],
  policies: [
    {
      fill: async (keys, { name, mark }) => {
        await keys.write("Name", name);
        await keys.choose("Policy: what happens", `Gate ${mark}`);
        await keys.choose("Fail: what happens", "Done");
        await keys.choose("Success: what happens", "Done");
      },
    },
  ],
  policySettings: [ticked("SP authentication policies")],
  policyDefaults: [ticked("Fail if policy engine finds no authentication source")],
  policyContracts: [
    {
      fill: async (keys, { name }) => {
        await keys.write("Contract name", name);
        await keys.post("Add: Extended attributes");
        await keys.page.keyboard.type("mail");
      },
    },
  ],
  sessions: [ticked("Make Sessions Persistent")],
  sessionOverrides: [{ fill: (keys, { mark }) => keys.choose("Authentication Source", `Gate ${mark}`) }],
  applicationSessions: [{ fill: (keys) => keys.write("Idle Timeout (minutes)", "30") }],
  sessionSettings: [ticked("Track Adapter Sessions for Logout")],
  idpAdapterGrantMapping: [grant("IdP adapter", "Gate", "IdP adapter", "subject")],
  policyContractGrantMapping: [
    grant("Authentication policy contract", "User", "Authentication policy contract", "subject"),
  ],
  resourceOwnerCredentialsGrantMapping: [
    grant("Password credential validator", "Users", "Password credential validator", "username"),
  ],
  oauthClients: [
    {
      fill: async (keys, { name }) => {
        await keys.write("Client ID", name.replaceAll(" ", "-"));
        await keys.write("Name", name);
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
  trustedCas: [{ fill: (keys, { certificate }) => keys.upload("File", certificate) }],
  sslServerCertificates: [
    {
      type: "Create New",
      fill: async (keys, { mark }) => {
        await keys.write("Common Name", `keys${mark}.example`);
        await keys.write("Organization", "Hanse");
        await keys.write("Country", "DE");
        await keys.choose("Key Algorithm", "EC");
      },
    },
  ],
  sslServerSettings: [
    {
      fill: async (keys, { mark }) => {
        await keys.post("Add: Further Active Runtime Server Certificates");
        await keys.choose(/^Further Active Runtime Server Certificates 1/, `CN=keys${mark}.example,O=Hanse,C=DE`);
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
  authorizationServerSettings: [ticked("Disallow Plain PKCE")],
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
