/** The input for the Authentication forms, by navigation node. */
import { type Form, named, ticked } from "./keyboardForm.ts";

const BOTH = ["USER_KEY", "USER_NAME"];

/** The owner and name attributes of a grant, both mapped from the same attribute of the source. */
const grant = (what: string, of: string, source: string, value: string, asked = ["USER_KEY"]): Form => ({
  fill: async (keys, { mark }) => {
    await keys.choose(what, `${of} ${mark}`);
    for (const attribute of asked) {
      await keys.choose(`${attribute}: Source`, source);
      await keys.choose(`${attribute}: Value`, value);
    }
  },
});

export const AUTHENTICATION: Record<string, Form[]> = {
  // It shows what users have registered, and has no form for new ones.
  secondFactors: [],
  // The form for a new user depends on the fields of a profile.
  localUsers: [],
  idpConnections: [
    {
      fill: async (keys, { name, mark }) => {
        await keys.write("Connection name", name);
        await keys.write("Entity ID", `https://idp.example.com/${mark}`);
        await keys.write("JWKS URL", "https://idp.example.com/jwks");
        await keys.post("Add: Access token mappings");
        await keys.choose("Access token manager", `Tokens ${mark}`);
        await keys.choose("uid: Source", "Assertion");
        await keys.choose("uid: Value", "TOKEN_SUBJECT");
      },
    },
  ],
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
  localIdentityProfiles: [
    {
      fill: async (keys, { name, mark }) => {
        await keys.post("Add: Fields");
        await keys.choose("Type", "Text");
        await keys.write("ID", "login");
        await keys.write("Label", "Login");
        await keys.tick("Required");
        await keys.tick("Unique ID");
        await keys.choose("Authentication policy contract", `User ${mark}`);
        await keys.write("Name", name);
      },
    },
  ],
  fragments: [
    {
      fill: async (keys, { name, mark }) => {
        await keys.write("Name", name);
        await keys.choose("Inputs", `User ${mark}`);
        await keys.choose("Policy: action", "Done");
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
  authenticationApiApplications: [
    {
      fill: async (keys, { name }) => {
        await keys.write("Name", name);
        await keys.write("URL", "https://login.example/sign-in");
      },
    },
  ],
  authenticationApiSettings: [ticked("Enable Authentication API")],
  policies: [
    {
      fill: async (keys, { name, mark }) => {
        await keys.write("Name", name);
        await keys.choose("Policy: action", `Gate ${mark}`);
        await keys.choose("Fail: action", "Done");
        await keys.choose("Success: action", "Done");
      },
    },
  ],
  cibaAuthenticators: [{ fill: named }],
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
  sessionQuotas: [
    {
      fill: async (keys) => {
        await keys.tick("Enable Session Quotas");
        await keys.choose("Session Quota Behavior", "End the oldest sessions");
        await keys.write("Session Limit", "500");
      },
    },
  ],
  idpAdapterGrantMapping: [grant("IdP adapter", "Gate", "IdP adapter", "subject", BOTH)],
  policyContractGrantMapping: [
    grant("Authentication policy contract", "User", "Authentication policy contract", "subject", BOTH),
  ],
  resourceOwnerCredentialsGrantMapping: [
    grant("Password credential validator", "Users", "Password credential validator", "username"),
  ],
};
