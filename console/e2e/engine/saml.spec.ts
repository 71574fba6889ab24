/** Users of one server, the partner, sign in at another one, the hub, with SAML 2.0. */
import { authorizationCodeGrant, ClientSecretBasic } from "openid-client";
import { asFirst, post, put } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW } from "../test.ts";
import { test } from "./partner.ts";
import { begun, configured, fillPassword, type Provider, SECRET, SECRETS } from "./provider.ts";
import { failed, successWith, withPolicy } from "./secondFactors.ts";

const CONNECTION = "saml-partner";
const CONTRACT = "demo-user";
const KEY = {
  id: "saml",
  commonName: "saml.example.com",
  organization: "Example",
  country: "DE",
  validDays: 30,
  keyAlgorithm: "RSA",
  keySize: 2048,
  signatureAlgorithm: "SHA256withRSA",
};

function federationInfo(server: Provider, saml2EntityId: string) {
  return { federationInfo: { baseUrl: server.engine, saml2EntityId } };
}

/** The connection of the partner to the hub, which gets the user's name as subject. */
function toHub(hub: Provider) {
  const subject = { source: { type: "AUTHENTICATION_POLICY_CONTRACT", id: CONTRACT }, value: "subject" };
  return {
    type: "SP",
    id: "hub",
    name: "Hub",
    entityId: "urn:hub",
    active: true,
    credentials: { signingSettings: { signingKeyPairRef: { id: KEY.id } } },
    spBrowserSso: {
      protocol: "SAML20",
      enabledProfiles: ["SP_INITIATED_SSO"],
      incomingBindings: ["REDIRECT", "POST"],
      signAssertions: true,
      ssoServiceEndpoints: [{ binding: "POST", url: `${hub.engine}/sp/ACS.saml2`, index: 0, isDefault: true }],
      attributeContract: {},
      assertionLifetime: { minutesBefore: 5, minutesAfter: 5 },
      adapterMappings: [],
      authenticationPolicyContractAssertionMappings: [
        {
          authenticationPolicyContractRef: { id: CONTRACT },
          attributeContractFulfillment: { SAML_SUBJECT: subject },
        },
      ],
    },
  };
}

for (const binding of ["REDIRECT", "POST"]) {
  test(
    `a user signs in at the partner, to which the request goes by ${binding}`,
    binding === "POST" ? {} : SLOW,
    async ({ page, playwright, provider: hub, partner }) => {
      const [id, client] = [`${CONNECTION}-${binding}`, `saml-shop-${binding}`];
      const atPartner = await playwright.request.newContext({ baseURL: partner.admin, ignoreHTTPSErrors: true });
      await put(atPartner, "/serverSettings", federationInfo(partner, `urn:partner:${binding}`));
      await put(page.request, "/serverSettings", federationInfo(hub, "urn:hub"));
      // The tests of a worker share the partner.
      if (!(await asFirst(atPartner, "GET", "/idp/spConnections/hub")).ok()) {
        await post(atPartner, "/keyPairs/signing/generate", KEY);
        await post(atPartner, "/idp/spConnections", toHub(hub));
      }
      const exported = { connectionType: "SP", connectionId: "hub" };
      const metadata = await asFirst(atPartner, "POST", "/connectionMetadata/export", exported);
      const { connection } = await post<{ connection: { idpBrowserSso: { ssoServiceEndpoints: Endpoint[] } } }>(
        page.request,
        "/connectionMetadata/convert",
        { connectionType: "IDP", expectedProtocol: "SAML20", samlMetadata: await metadata.text() },
      );
      const sso = connection.idpBrowserSso;
      const ssoServiceEndpoints = sso.ssoServiceEndpoints.filter((each) => each.binding === binding);
      await post(page.request, "/sp/idpConnections", {
        ...connection,
        id,
        name: id,
        active: true,
        idpBrowserSso: { ...sso, ssoServiceEndpoints },
      });
      await post(page.request, "/oauth/clients", {
        clientId: client,
        name: client,
        redirectUris: [`${hub.application}/callback`],
        grantTypes: ["AUTHORIZATION_CODE"],
        clientAuth: SECRETS,
      });
      await withPolicy(
        page,
        (root) => {
          const authenticationSource = { type: "IDP_CONNECTION", sourceRef: { id } };
          const end = JSON.stringify(successWith(root, id, "SAML_SUBJECT"));
          return {
            action: { type: "AUTHN_SOURCE", authenticationSource },
            children: [failed, JSON.parse(end.replaceAll('"type":"ADAPTER"', '"type":"IDP_CONNECTION"'))],
          };
        },
        async () => {
          const application = await configured(hub, client, ClientSecretBasic(SECRET));
          const attempt = await begun(application, hub);
          await page.context().clearCookies();
          const refused: string[] = [];
          page.on("console", (message) => {
            if (message.text().includes("Content Security Policy")) refused.push(message.text());
          });
          await page.goto(attempt.address.href);
          await page.waitForURL(`${partner.engine}/**`);
          await expectAccessible(page);
          await fillPassword(page, partner);
          // The page of the partner posts the response to the hub, which asks for consent.
          await page.waitForURL(`${hub.engine}/**`);
          await page.getByRole("button", { name: "Allow" }).click();
          await page.waitForURL(`${hub.application}/callback?**`);
          const tokens = await authorizationCodeGrant(application, new URL(page.url()), attempt.checks);
          expect(tokens.claims()?.sub).toBe("joe");
          expect(refused).toEqual([]);
        },
      );
      await atPartner.dispose();
    },
  );
}

interface Endpoint {
  binding: string;
  url: string;
}
