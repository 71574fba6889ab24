/** Filling in forms with the keyboard, and the objects that forms refer to. */
import type { APIRequestContext } from "@playwright/test";
import { post } from "../system/signedIn.ts";
import type { Keyboard } from "./keyboard.ts";

export interface Form {
  /** For areas that first ask for the type of an item. */
  type?: string;
  fill: (keys: Keyboard, given: Given) => Promise<void>;
  /** The button to press; if an external server is unreachable, also the next one. */
  save?: [first: string, then: string];
}

/** The objects that forms refer to, and an unused name. */
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
  await post(request, "/oauth/outOfBandAuthPlugins", {
    id: `authenticator${mark}`,
    name: `Authenticator ${mark}`,
    ...plugin("hanse.email-authenticator"),
  });
  await post(request, "/idp/tokenProcessors", {
    id: `processor${mark}`,
    name: `Processor ${mark}`,
    ...plugin("org.sourceid.wstrust.processor.jwt.JWTTokenProcessor"),
    configuration: { tables: [], fields: [{ name: "Issuer", value: "https://idp.example.com" }] },
  });
  await post(request, "/oauth/tokenExchange/processor/policies", {
    id: `exchange${mark}`,
    name: `Exchange ${mark}`,
    processorMappings: [
      {
        subjectTokenType: "urn:ietf:params:oauth:token-type:jwt",
        subjectTokenProcessor: { id: `processor${mark}` },
        attributeContractFulfillment: { subject: { source: { type: "SUBJECT_TOKEN" }, value: "sub" } },
      },
    ],
  });
  await post(request, "/keyPairs/signing/generate", {
    id: `sign${mark}`,
    commonName: `sign${mark}.example`,
    organization: "Hanse",
    country: "DE",
    validDays: 30,
    keyAlgorithm: "EC",
    keySize: 256,
    signatureAlgorithm: "SHA256withECDSA",
  });
  await post(request, "/sp/idpConnections", {
    type: "IDP",
    id: `asked${mark}`,
    name: `Asked ${mark}`,
    entityId: `https://idp.example.com/${mark}/asked`,
    active: false,
    attributeQuery: { url: "https://idp.example.com/attributes" },
    idpBrowserSso: {
      protocol: "SAML20",
      enabledProfiles: ["SP_INITIATED_SSO"],
      incomingBindings: ["POST"],
      ssoServiceEndpoints: [{ binding: "REDIRECT", url: "https://idp.example.com/sso" }],
      idpIdentityMapping: "NONE",
      attributeContract: {},
    },
  });
  await post(request, "/sp/tokenGenerators", {
    id: `generator${mark}`,
    name: `Generator ${mark}`,
    ...plugin("hanse.jwt-token-generator"),
  });
  const fields = [
    { name: "Application URL", value: "https://app.example.com/sso" },
    { name: "Audience", value: "app" },
  ];
  await post(request, "/sp/adapters", {
    id: `application${mark}`,
    name: `Application ${mark}`,
    ...plugin("hanse.signed-jwt-sp-adapter"),
    configuration: { tables: [], fields },
  });
}

function secret(name: string) {
  return { name, value: "Schiffer12" };
}

export const named: Form["fill"] = (keys, { name }) => keys.write("Instance name", name);

/** Settings: a checkbox is toggled twice, which is change enough. */
export const ticked = (box: string): Form => ({ fill: (keys) => keys.tick(box) });
