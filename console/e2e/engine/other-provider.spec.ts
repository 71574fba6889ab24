/** Users of one server, the partner, sign in at another one, the hub, with an OpenID Connect adapter. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { authorizationCodeGrant, ClientSecretBasic } from "openid-client";
import { frameOf } from "../frame/frames.ts";
import { open as openConsole, post } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW } from "../test.ts";
import { test } from "./partner.ts";
import { begun, configured, fillPassword, SECRET, SECRETS } from "./provider.ts";
import { failed, sourceAction, successWith, withPolicy } from "./secondFactors.ts";

const ADAPTER = "partner";
const IDENTIFIER = "identifier";
const HUB = "hub";

test(
  "a user signs in at an application of the hub with the password of the partner",
  SLOW,
  async ({ page, playwright, provider: hub, partner }) => {
    const certificate = await readFile(join(partner.data, "tls", "server.crt"));
    await post(page.request, "/certificates/ca/import", { fileData: certificate.toString("base64") });
    await post(page.request, "/idp/adapters", {
      id: ADAPTER,
      name: "Partner",
      pluginDescriptorRef: { id: "hanse.openid-connect" },
      configuration: {
        fields: [
          { name: "Issuer", value: partner.engine },
          { name: "Client ID", value: HUB },
          { name: "Client Secret", value: SECRET },
        ],
      },
      attributeContract: { coreAttributes: [{ name: "sub", pseudonym: true }] },
    });
    await post(page.request, "/idp/adapters", {
      id: IDENTIFIER,
      name: "Identifier",
      pluginDescriptorRef: { id: "com.pingidentity.adapters.identifierfirst.idp.IdentifierFirstAdapter" },
      configuration: {},
      attributeContract: { coreAttributes: [{ name: "domain" }, { name: "subject", pseudonym: true }] },
    });

    // The page of the adapter shows what to register at the partner, and tests the connection.
    await openConsole(page, `/authentication/integration/idp-adapters/edit/${ADAPTER}`, "Partner");
    const frame = await frameOf(page);
    const redirectUri = await frame.getByText(/\/sp\/.*\/cb\.openid$/).innerText();
    await expect(frame.getByRole("button", { name: "Copy Redirect URI" })).toBeVisible();
    await frame.getByRole("button", { name: "Test connection" }).click();
    await expect(frame.getByText(/The provider is reachable and publishes \d+ keys/)).toBeVisible();
    await expectAccessible(page);
    const request = await playwright.request.newContext({ baseURL: partner.admin, ignoreHTTPSErrors: true });
    await post(request, "/oauth/clients", {
      clientId: HUB,
      name: "Hub",
      redirectUris: [redirectUri],
      grantTypes: ["AUTHORIZATION_CODE"],
      clientAuth: SECRETS,
    });
    await request.dispose();

    await post(page.request, "/oauth/clients", {
      clientId: "federated-shop",
      name: "Shop",
      redirectUris: [`${hub.application}/callback`],
      grantTypes: ["AUTHORIZATION_CODE"],
      clientAuth: SECRETS,
      bypassApprovalPage: true,
    });
    await withPolicy(
      page,
      (root) => {
        const user = { source: { type: "ADAPTER", id: IDENTIFIER }, value: "subject" };
        const atPartner = {
          action: sourceAction(ADAPTER, "Success", { inputUserIdMapping: user }),
          children: [failed, successWith(root, ADAPTER, "sub")],
        };
        return { action: sourceAction(IDENTIFIER), children: [failed, atPartner] };
      },
      async () => {
        const application = await configured(hub, "federated-shop", ClientSecretBasic(SECRET));
        const attempt = await begun(application, hub);
        await page.context().clearCookies();
        await page.goto(attempt.address.href);
        await page.getByLabel("Username or email address").fill("joe");
        await page.getByRole("button", { name: "Continue" }).click();
        // The browser follows without a script, although form-action does not name the partner.
        await page.waitForURL(`${partner.engine}/**`);
        await fillPassword(page, partner);
        await page.getByRole("button", { name: "Allow" }).click();
        await page.waitForURL(`${hub.application}/callback?**`);
        const tokens = await authorizationCodeGrant(application, new URL(page.url()), attempt.checks);
        expect(tokens.claims()?.sub).toBe("joe");
      },
    );
  },
);
