/** The authentication API in a browser: an application of another origin asks for a password and a code. */
import { get, post, put } from "../system/signedIn.ts";
import { expect } from "../test.ts";
import { startAuthenticationApplication } from "./authenticationApplication.ts";
import { test } from "./provider.ts";
import { signInApplication, totpCode, withSecondFactor } from "./secondFactors.ts";

const ADAPTER = {
  id: "api-totp",
  name: "App for the API",
  pluginDescriptorRef: { id: "hanse.totp" },
  configuration: {},
  attributeContract: { coreAttributes: [{ name: "method" }, { name: "subject", pseudonym: true }] },
};
const POLICIES = "/authenticationPolicies/default";

interface Policies {
  authnSelectionTrees: { id: string; authenticationApiApplicationRef?: { id: string } }[];
}

// A wrong password and a wrong code.
test.use({ expectedProblems: [/status of 400/] });

test("a single-page application signs a user in with a password and a code", async ({ page, provider }) => {
  const application = await startAuthenticationApplication(provider);
  const id = "own-sign-in";
  await post(page.request, "/authenticationApi/applications", {
    id,
    name: "Our own sign-in",
    url: application.address,
  });
  await put(page.request, "/authenticationApi/settings", { apiEnabled: true });
  const { open, expectSignedIn } = await signInApplication(page, provider, "api-shop");
  await withSecondFactor(page, ADAPTER, async () => {
    const policies = await get<Policies>(page.request, POLICIES);
    const authnSelectionTrees = policies.authnSelectionTrees.map((policy) =>
      policy.id === "demo-policy" ? { ...policy, authenticationApiApplicationRef: { id } } : policy,
    );
    await put(page.request, POLICIES, { ...policies, authnSelectionTrees });
    const heading = page.getByRole("heading", { level: 1 });
    const next = page.getByRole("button", { name: "Next" });
    const enterPassword = async (password: string) => {
      await expect(heading).toHaveText("USERNAME_PASSWORD_REQUIRED");
      await page.getByLabel("Username").fill("joe");
      await page.getByLabel("Password").fill(password);
      await next.click();
    };

    await open();
    await page.waitForURL(`${application.address}?flowId=*`);
    await enterPassword("wrong");
    await expect(page.getByRole("alert")).toHaveText("The username or password is not correct.");
    await enterPassword(provider.password);
    await expect(heading).toHaveText("TOTP_ACTIVATION_REQUIRED");
    const secret = (await heading.getAttribute("data-secret")) ?? "";
    await page.getByLabel("First code").fill(totpCode(secret, -1));
    await next.click();
    await expect(heading).toHaveText("RECOVERY_CODES_ISSUED");
    await next.click();
    await expectSignedIn();

    await open();
    await enterPassword(provider.password);
    await expect(heading).toHaveText("OTP_REQUIRED");
    await page.getByLabel("Code").fill("000000");
    await next.click();
    await expect(page.getByRole("alert")).toContainText("The code is not correct");
    await page.getByLabel("Code").fill(totpCode(secret));
    await next.click();
    await expectSignedIn();
  });
  await put(page.request, "/authenticationApi/settings", { apiEnabled: false });
  application.close();
});
