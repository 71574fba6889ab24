/** The wizard's validation, and the calls of its Finish (specification 3, sections 3, 4 and 5.2). */
import { expect, SLOW } from "../test.ts";
import { stored } from "./settings.ts";
import { PASSWORD, test, URL_OF_ENGINE } from "./wizard.ts";

const ROLES = [
  "ADMINISTRATOR",
  "CRYPTO_ADMINISTRATOR",
  "DATA_COLLECTION_ADMINISTRATOR",
  "EXPRESSION_ADMINISTRATOR",
  "USER_ADMINISTRATOR",
];

const idOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).jti;

test.describe("with the cloud service", () => {
  test.use({ environment: ({ cloud, license }, use) => use({ ...cloud.environment, ...license.environment }) });

  test(
    "Finish makes its calls in order, and the first administrator has the five roles",
    SLOW,
    async ({ wizard, page, request, cloud, license }) => {
      await wizard.open();
      await wizard.acceptTerms();
      await wizard.enterBaseUrl(URL_OF_ENGINE);
      await wizard.enterCredential(cloud.credential);
      await wizard.expectScreen("License");
      await wizard.choose(license.content);
      await expect(page.getByText("This license is valid.")).toBeVisible();
      await wizard.goOnToReview();
      const calls: string[] = [];
      const tokens: string[] = [];
      page.on("request", (call) => {
        const path = new URL(call.url()).pathname;
        if (!/^\/pf-admin-(api\/v1|ui\/login$)/.test(path)) return;
        calls.push(`${call.method()} ${path.replace("/pf-admin-api/v1", "")}`);
        tokens.push((call.headers().authorization ?? "").split(" ")[0] ?? "");
      });
      await wizard.press("Finish");
      await wizard.expectConsole();
      expect(calls.slice(0, 7)).toEqual([
        "PUT /license",
        "POST /administrativeAccounts",
        "GET /internal/activePassiveConsoleInfo",
        "GET /serverSettings",
        "PUT /serverSettings",
        "POST /pingOneConnections",
        "POST /pf-admin-ui/login",
      ]);
      // After the account is created, the wizard authenticates with it.
      expect(tokens.slice(0, 7)).toEqual(["", "", "Basic", "Basic", "Basic", "Basic", ""]);
      const account = await stored(request, "/administrativeAccounts/Administrator");
      expect(account).toMatchObject({ active: true, auditor: false, description: "Initial administrator user" });
      expect([...(account.roles as string[])].sort()).toEqual(ROLES);
    },
  );

  test("connecting requires a credential, and a revoked one is refused", SLOW, async ({ wizard, page, cloud }) => {
    await wizard.open();
    await wizard.acceptTerms();
    await wizard.press("Next");
    await wizard.expectScreen("Connect To PingOne");
    await page.getByRole("radio", { name: "Connect now" }).check();
    await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
    await expect(page.getByText("Enter the credential to continue.")).toBeVisible();
    const revoked = cloud.run("credential", "issue");
    cloud.run("credential", "revoke", idOf(revoked));
    await wizard.enterCredential(revoked);
    await expect(page.getByText("Invalid PingOne credential", { exact: true })).toBeVisible();
    await expect(wizard.credential).toBeFocused();
  });
});

test("the terms must be accepted, and Next accepts them", SLOW, async ({ wizard, page, request }) => {
  const accepted = async () => {
    const answer = await request.get("/pf-admin-api/v1/license/agreement", { headers: { "X-XSRF-Header": "e2e" } });
    return (await answer.json()).accepted;
  };
  await wizard.open();
  const next = page.getByRole("button", { name: "Next" });
  await expect(next).toBeDisabled();
  await expect(next).toHaveAccessibleDescription("Accept the terms to continue.");
  await page.getByRole("checkbox", { name: "I agree to the terms and conditions" }).press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Terms and Conditions" })).toBeVisible();
  expect(await accepted()).toBe(false);
  const call = page.waitForRequest((one) => one.method() === "PUT" && one.url().endsWith("/v1/license/agreement"));
  await wizard.acceptTerms();
  expect((await call).postDataJSON()).toEqual({ accepted: true });
  expect(await accepted()).toBe(true);
});

test("completed steps can be reopened, and later ones cannot", SLOW, async ({ wizard, page }) => {
  await wizard.open();
  await wizard.acceptTerms();
  await wizard.walk(URL_OF_ENGINE);
  const steps = page.getByRole("navigation", { name: "Steps" });
  const open = steps.getByRole("button", { disabled: false });
  await expect(open).toHaveCount(5);
  await steps.getByRole("button", { name: /License/ }).click();
  await wizard.expectScreen("License");
  await expect(open).toHaveCount(3);
  await wizard.press("Back");
  await wizard.expectScreen("Connect To PingOne");
  await steps.getByRole("button", { name: /Configure Base URL/ }).click();
  await wizard.expectScreen("Configure Base URL");
  await expect(wizard.baseUrl).toHaveValue(URL_OF_ENGINE);
  await expect(open).toHaveCount(1);
  await expect(open).toHaveAttribute("aria-current", "step");
});

test("a license file may have 51,200 bytes, and an administrator needs a name", SLOW, async ({ wizard, page }) => {
  const tooLarge = page.getByText(
    "The selected file cannot be processed due to reaching the 50 KB maximum size limit. Please try again.",
    { exact: true },
  );
  await wizard.open();
  await wizard.acceptTerms();
  await wizard.press("Next");
  await wizard.press("Next");
  await wizard.expectScreen("License");
  await wizard.choose(Buffer.alloc(51_201, "a"));
  await expect(tooLarge).toBeVisible();
  // The server validates this one and reports its error.
  const answered = page.waitForResponse(/validateLicense/);
  await wizard.choose(Buffer.alloc(51_200, "a"));
  const answer = await answered;
  expect(answer.status()).toBe(422);
  const { validationErrors } = (await answer.json()) as { validationErrors: { message: string }[] };
  for (const { message } of validationErrors) await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(tooLarge).toHaveCount(0);
  await wizard.press("Clear");
  await wizard.press("Next");
  await wizard.expectScreen("Create Administrator Account");
  await wizard.password.fill(PASSWORD);
  await expect(wizard.username).toHaveValue("Administrator");
  await wizard.username.fill("");
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  await expect(page.getByText("Enter a username to continue.")).toBeVisible();
});

test.describe("when settings change during Finish", () => {
  test.use({ expectedProblems: [/net::ERR_/] });

  test(
    "Finish reports that the base URL was not set, and succeeds when repeated",
    SLOW,
    async ({ wizard, page, request, fresh }) => {
      await wizard.open();
      await wizard.acceptTerms();
      await wizard.walk(URL_OF_ENGINE);
      // Another save happens between reading and writing the settings.
      let isFirst = true;
      await page.route("**/serverSettings", async (route, call) => {
        if (call.method() === "PUT" && isFirst) {
          isFirst = false;
          const settings = { ...call.postDataJSON(), federationInfo: { baseUrl: "https://faster.example.com" } };
          const headers = { "X-XSRF-Header": "e2e", Authorization: (await call.allHeaders()).authorization ?? "" };
          const answer = await request.put(`${fresh.admin}/pf-admin-api/v1/serverSettings`, {
            headers,
            data: settings,
          });
          expect(answer.ok(), await answer.text()).toBe(true);
        }
        await route.continue();
      });
      await wizard.press("Finish");
      await wizard.expectScreen("Could not connect");
      await expect(page.getByText("Error Configuring Base URL", { exact: true })).toBeVisible();
      await wizard.press("Restart");
      await wizard.walk(URL_OF_ENGINE);
      await wizard.press("Finish");
      await wizard.expectConsole();
      expect(await stored(request, "/serverSettings")).toMatchObject({ federationInfo: { baseUrl: URL_OF_ENGINE } });
    },
  );
});
