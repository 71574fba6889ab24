import { expect, expectAccessible } from "../test.ts";
import { ORGANIZATION } from "./cloud.ts";
import { stored } from "./settings.ts";
import { LICENCE_NAME, PASSWORD, test } from "./wizard.ts";

const URL_OF_ENGINE = "https://sso.example.com:9031";

test("from the terms to the console, and what was chosen is stored", async ({ wizard, page, request }) => {
  await wizard.open();
  await expect(page.getByRole("dialog", { name: "Hanse Setup" })).toBeVisible();
  await expect(page).toHaveTitle("Terms and Conditions · Hanse Setup");
  await wizard.acceptTerms();
  await expect(wizard.baseUrl).toHaveValue(/^https:\/\/localhost:\d+$/);
  await wizard.walk(URL_OF_ENGINE);
  await wizard.press("Finish");
  await wizard.expectConsole();
  expect(await stored(request, "/serverSettings")).toMatchObject({ federationInfo: { baseUrl: URL_OF_ENGINE } });
  expect(await stored(request, "/administrativeAccounts/Administrator")).toMatchObject({
    active: true,
    auditor: false,
    description: "Initial administrator user",
  });
  await page.reload();
  await wizard.expectConsole();
});

test("everything with the keyboard alone", async ({ wizard, page }) => {
  await wizard.open();
  const { keyboard } = page;
  await keyboard.press("Tab");
  await expect(page.getByRole("region", { name: "License agreement" })).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await wizard.expectScreen("Configure Base URL");
  await keyboard.press("Tab");
  await expect(wizard.baseUrl).toBeFocused();
  await keyboard.press("Enter");
  await wizard.expectScreen("Connect To PingOne");
  await keyboard.press("Tab");
  await keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Connect now" })).toBeChecked();
  await keyboard.press("ArrowUp");
  await keyboard.press("Enter");
  await wizard.expectScreen("License");
  await page.getByRole("button", { name: "Next" }).focus();
  await keyboard.press("Enter");
  await wizard.expectScreen("Create Administrator Account");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.type(PASSWORD);
  await keyboard.press("Enter");
  await wizard.expectScreen("Review");
});

test("a wrong base URL is explained", async ({ wizard, page }) => {
  await wizard.open();
  await wizard.acceptTerms();
  for (const wrong of ["sso.example.com", "ftp://sso.example.com", "https://"]) {
    await wizard.baseUrl.fill(wrong);
    await wizard.press("Next");
    await expect(
      page.getByText(
        "The base URL is malformed. Here are examples of correctly formed base URLs: https://sso.example.com:9031 https://192.0.2.10:9031 https://[2001:db8::10]:9031",
        { exact: true },
      ),
    ).toBeVisible();
  }
  await wizard.baseUrl.fill("");
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
});

test("a wrong licence file and one of 60 KB are refused, and the one in use suffices", async ({ wizard, page }) => {
  await wizard.open();
  await wizard.acceptTerms();
  await wizard.press("Next");
  await wizard.press("Next");
  await wizard.expectScreen("License");
  await expect(page.getByText("Evaluation").first()).toBeVisible();
  await expect(page.getByText(/^\d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC$/)).toBeVisible();
  const next = page.getByRole("button", { name: "Next" });

  await wizard.choose(Buffer.from("this is no license"));
  await expect(page.getByText("This license is not valid.")).toBeVisible();
  await expect(page.getByText("The license file is damaged, or is not a license file.")).toBeVisible();
  await expect(next).toBeDisabled();

  await wizard.choose(Buffer.alloc(60_000, "a"));
  await expect(
    page.getByText(
      "The selected file cannot be processed due to reaching the 50 KB maximum size limit. Please try again.",
      { exact: true },
    ),
  ).toBeVisible();
  await expect(next).toBeDisabled();

  await wizard.press("Clear");
  await expect(next).toBeEnabled();
});

test("weak passwords go nowhere, and the list says why", async ({ wizard, page }) => {
  await wizard.open();
  await wizard.acceptTerms();
  for (const _ of ["baseUrl", "pingOne", "license"]) await wizard.press("Next");
  await wizard.expectScreen("Create Administrator Account");
  await expect(wizard.username).toHaveValue("Administrator");
  const unmet = page.getByRole("list", { name: "The password needs:" }).locator('[data-met="false"]');
  const cases: [string, string[]][] = [
    ["", ["8 characters minimum", "1 uppercase letter", "1 letter(s)", "1 number(s)"]],
    ["abc", ["8 characters minimum", "1 uppercase letter", "1 number(s)"]],
    ["abcdefgh1", ["1 uppercase letter"]],
    ["ABCDEFGH1", ["1 lowercase letter"]],
    ["Abcdefghi", ["1 number(s)"]],
  ];
  for (const [password, lacks] of cases) {
    await wizard.password.fill(password);
    await expect(unmet).toHaveText(lacks.map((text) => `${text}not yet met`));
    await wizard.password.press("Enter");
    await expect(page.getByRole("heading", { level: 2 })).toHaveText("Create Administrator Account");
  }
  await wizard.password.fill(PASSWORD);
  await expect(unmet).toHaveCount(0);
  await wizard.password.press("Enter");
  await wizard.expectScreen("Review");
});

test("closing cancels; Restart begins anew without what was entered", async ({ wizard, page }) => {
  await wizard.open();
  await wizard.acceptTerms();
  await wizard.enterBaseUrl("https://typed.example.com");
  await wizard.press("Close the setup");
  await wizard.expectScreen("Setup Canceled");
  await wizard.press("Restart");
  await wizard.expectScreen("Configure Base URL");
  await expect(wizard.baseUrl).toHaveValue(/localhost/);
  await expect(page.getByRole("heading", { name: "Terms and Conditions" })).toHaveCount(0);
});

test.describe("with a licence of the operator's own", () => {
  test.use({ environment: ({ licence }, use) => use(licence.environment) });

  test("it is shown, installed and in force", async ({ wizard, page, request, licence }) => {
    await wizard.open();
    await wizard.acceptTerms();
    await wizard.press("Next");
    await wizard.press("Next");
    await wizard.choose(licence.content, "example.lic");
    await expect(page.getByText("This license is valid.")).toBeVisible();
    await expect(page.getByText(LICENCE_NAME)).toBeVisible();
    await wizard.goOnToReview();
    await expect(page.getByText(`${LICENCE_NAME}, from example.lic`)).toBeVisible();
    await wizard.press("Finish");
    await wizard.expectConsole();
    expect(await stored(request, "/license")).toMatchObject({ name: LICENCE_NAME });
  });
});

test.describe("with the cloud service", () => {
  test.use({ environment: ({ cloud }, use) => use(cloud.environment), expectedProblems: [/net::ERR_/] });

  test("a credential is checked, and the connection is named after its organisation", async ({
    wizard,
    page,
    request,
    cloud,
  }) => {
    await wizard.open();
    await wizard.acceptTerms();
    await wizard.press("Next");
    await wizard.enterCredential(`${cloud.credential.slice(0, -8)}AAAAAAAA`);
    await expect(page.getByText("Invalid PingOne credential", { exact: true })).toBeVisible();
    await wizard.enterCredential(cloud.credential);
    await wizard.goOnToReview();
    await expect(page.getByText(`Connect to ${ORGANIZATION}`)).toBeVisible();
    await wizard.press("Finish");
    await wizard.expectConsole();
    const { items } = await stored(request, "/pingOneConnections");
    expect(items).toMatchObject([
      { name: ORGANIZATION, description: "Initial PingOne connection", active: true, organizationName: ORGANIZATION },
    ]);
  });

  const calls = [
    { what: "the account", method: "POST", path: "/pf-admin-api/v1/administrativeAccounts", tag: "@slow" },
    {
      what: "the console's role",
      method: "GET",
      path: "/pf-admin-api/v1/internal/activePassiveConsoleInfo",
      tag: "@slow",
    },
    { what: "the base URL", method: "PUT", path: "/pf-admin-api/v1/serverSettings", tag: "@slow" },
    { what: "the cloud connection", method: "POST", path: "/pf-admin-api/v1/pingOneConnections", tag: [] },
    { what: "log-in", method: "POST", path: "/pf-admin-ui/login", tag: "@slow" },
  ];
  for (const { what, method, path, tag } of calls) {
    test(`the server is killed before it answers about ${what}; the second walk succeeds`, { tag }, async ({
      wizard,
      page,
      request,
      fresh,
      cloud,
    }) => {
      await wizard.open();
      await wizard.acceptTerms();
      await wizard.walk(URL_OF_ENGINE, cloud.credential);
      let killed = false;
      await page.route(`**${path}`, async (route) => {
        if (killed || route.request().method() !== method) return route.fallback();
        killed = true;
        // The worst moment: the server has done it, and nobody hears of it.
        await route.fetch();
        await page.context().clearCookies(); // Playwright has kept the cookie of the lost answer.
        await fresh.stop("SIGKILL");
        await route.abort();
      });
      await wizard.press("Finish");
      await wizard.expectScreen("Could not connect");
      await expect(
        page.getByText(
          "Could not connect to the PingFederate server. Please ensure that PingFederate is running and try again.",
          { exact: true },
        ),
      ).toBeVisible();
      await expectAccessible(page);

      // While it is still down, Restart says so again.
      await wizard.press("Restart");
      await wizard.expectScreen("Could not connect");
      await fresh.start();
      await wizard.press("Restart");
      if (what === "log-in") {
        // The setup was complete, only the answer was lost: there is an account to log in with.
        await expect(page).toHaveURL(/\/login/);
        await page.getByLabel("Username").fill("Administrator");
        await wizard.password.fill(PASSWORD);
        await page.getByRole("button", { name: "Log in" }).click();
      } else {
        await wizard.walk("https://second.example.com", cloud.credential);
        await wizard.press("Finish");
      }
      await wizard.expectConsole();
      const url = what === "log-in" ? URL_OF_ENGINE : "https://second.example.com";
      expect(await stored(request, "/serverSettings")).toMatchObject({ federationInfo: { baseUrl: url } });
      expect((await stored(request, "/administrativeAccounts")).items).toHaveLength(1);
      expect((await stored(request, "/pingOneConnections")).items).toHaveLength(1);
    });
  }
});

for (const { name, colorScheme, viewport } of [
  { name: "light", colorScheme: "light", viewport: { width: 1280, height: 860 } },
  { name: "dark", colorScheme: "dark", viewport: { width: 1280, height: 860 } },
  { name: "a phone", colorScheme: "light", viewport: { width: 390, height: 844 } },
] as const) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport, expectedProblems: [/status of 500/] });

    test("every screen is accessible and fits", async ({ wizard, page }) => {
      test.slow(); // axe looks at fourteen screens.
      const check = async () => {
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        );
      };
      await wizard.open();
      await check();
      await wizard.acceptTerms();
      await check();
      await wizard.baseUrl.fill("wrong");
      await wizard.press("Next");
      await check();
      await wizard.enterBaseUrl(URL_OF_ENGINE);
      await check();
      await wizard.enterCredential("wrong");
      await expect(page.getByText("Invalid PingOne credential", { exact: true })).toBeVisible();
      await check();
      await page.getByRole("radio", { name: "Not now" }).check();
      await wizard.press("Next");
      await check();
      await wizard.choose(Buffer.from("wrong"));
      await expect(page.getByText("This license is not valid.")).toBeVisible();
      await check();
      await wizard.press("Clear");
      await wizard.press("Next");
      await check();
      await wizard.password.fill("Abc");
      await check();
      await wizard.password.fill(PASSWORD);
      await wizard.press("Next");
      await check();
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/serverSettings", async (route) => {
        await held;
        await route.fulfill({ status: 500, json: { resultId: "internal_error", message: "The disk is full." } });
      });
      await wizard.press("Finish");
      await wizard.expectScreen("Setting up");
      await check();
      release();
      await wizard.expectScreen("Could not connect");
      await expect(page.getByText("Error Configuring Base URL")).toBeVisible();
      await check();
      await wizard.press("Restart");
      await wizard.press("Close the setup");
      await wizard.expectScreen("Setup Canceled");
      await check();
    });
  });
}

test("through a proxy the setup wants the one-time link, and opens with it", async ({ wizard, page, fresh }) => {
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": "192.0.2.1" });
  await page.goto("/");
  await wizard.expectScreen("Open the setup link");
  await expectAccessible(page);
  expect(fresh.setupLink).not.toBeNull();
  await page.goto(fresh.setupLink ?? "");
  await wizard.expectScreen("Terms and Conditions");
});

test("a setup link that was used leads a second browser to a page that says so", async ({
  wizard,
  page,
  fresh,
  browser,
}) => {
  const first = await browser.newContext({ ignoreHTTPSErrors: true });
  await (await first.newPage()).goto(fresh.setupLink ?? "");
  await first.close();
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": "192.0.2.1" });
  await page.goto(fresh.setupLink ?? "");
  await wizard.expectScreen("This setup link is wrong or was used");
  await expectAccessible(page);
});
