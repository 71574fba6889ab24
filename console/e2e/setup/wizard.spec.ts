import { expect, SLOW } from "../test.ts";
import { stored } from "./settings.ts";
import { LICENSE_NAME, PASSWORD, test, URL_OF_ENGINE } from "./wizard.ts";

test("every choice from the terms to the console is stored", async ({ wizard, page, request }) => {
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

test("a wrong base URL is explained", SLOW, async ({ wizard, page }) => {
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

test(
  "a wrong license file and one of 60 KB are refused, and the existing license suffices",
  SLOW,
  async ({ wizard, page }) => {
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
  },
);

test("weak passwords are refused, and the list shows the reason", SLOW, async ({ wizard, page }) => {
  await wizard.open();
  await wizard.acceptTerms();
  for (const _ of ["baseUrl", "pingOne", "license"]) await wizard.press("Next");
  await wizard.expectScreen("Create Administrator Account");
  await expect(wizard.username).toHaveValue("Administrator");
  const unmet = page.getByRole("list", { name: "The password must contain:" }).locator('[data-met="false"]');
  const cases: [string, string[]][] = [
    ["", ["8 characters minimum", "1 uppercase letter", "1 lowercase letter", "1 letter(s)", "1 number(s)"]],
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

test("closing cancels; Restart discards what was entered", SLOW, async ({ wizard, page }) => {
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

test.describe("with a license of the operator's own", () => {
  test.use({ environment: ({ license }, use) => use(license.environment) });

  test("it is shown, installed and applied", SLOW, async ({ wizard, page, request, license }) => {
    await wizard.open();
    await wizard.acceptTerms();
    await wizard.press("Next");
    await wizard.press("Next");
    await wizard.choose(license.content, "example.lic");
    await expect(page.getByText("This license is valid.")).toBeVisible();
    await expect(page.getByText(LICENSE_NAME)).toBeVisible();
    await wizard.goOnToReview();
    await expect(page.getByText(`${LICENSE_NAME}, from example.lic`)).toBeVisible();
    await wizard.press("Finish");
    await wizard.expectConsole();
    expect(await stored(request, "/license")).toMatchObject({ name: LICENSE_NAME });
  });
});
