/** The console's languages: chosen in the account menu, else the browser's. */
import type { Page } from "@playwright/test";
import { logIn, setUp } from "../session/administrator.ts";
import { beginSession, fits } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";

const ISSUER = "/system/oauth-settings/virtual-issuers/add";
const language = (page: Page) => page.locator("html").getAttribute("lang");

async function chooseLanguage(page: Page, account: string, name: string): Promise<void> {
  await page.getByRole("button", { name: account, exact: true }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

test.beforeEach(({ request }) => setUp(request));

test("the account menu changes the language for this browser", async ({ page }) => {
  await beginSession(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Administrator" })).toBeVisible();
  expect(await language(page)).toBe("en");
  await page.getByRole("button", { name: "Account", exact: true }).click();
  const offered = page.getByRole("menuitem", { name: /^(English|Deutsch|Español|Français)$/ });
  await expect(offered).toHaveText(["English", "Deutsch", "Español"]);
  await page.getByRole("menuitem", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Willkommen, Administrator" })).toBeVisible();
  expect(await language(page)).toBe("de");
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Willkommen, Administrator" })).toBeVisible();
  await chooseLanguage(page, "Konto", "English");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Administrator" })).toBeVisible();
  expect(await language(page)).toBe("en");
});

test("changing the language asks about unsaved changes", SLOW, async ({ page }) => {
  await beginSession(page);
  await page.goto(ISSUER);
  await page.getByRole("textbox", { name: "Host" }).fill("sso.example.com");
  const asked: string[] = [];
  page.once("dialog", (dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  });
  await chooseLanguage(page, "Account", "Deutsch");
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await expect(page.getByRole("textbox", { name: "Host" })).toHaveValue("sso.example.com");
  expect(await language(page)).toBe("en");
  page.once("dialog", (dialog) => dialog.accept());
  await chooseLanguage(page, "Account", "Deutsch");
  await expect(page.getByRole("heading", { level: 1, name: "Virtuellen Aussteller hinzufügen" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Host" })).toHaveValue("");
});

test.describe("without a choice", () => {
  test.use({ locale: "es-MX" });

  test("the console is in the language of the browser, from log-in on", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Iniciar sesión" })).toBeVisible();
    expect(await language(page)).toBe("es");
    await expectAccessible(page);
    await page.getByLabel("Nombre de usuario").fill("Administrator");
    await page.getByLabel("Contraseña", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Iniciar sesión" }).click();
    await expect(page.getByText("El nombre de usuario o la contraseña no son correctos.")).toBeVisible();
  });
});

test.describe("in a language that the console does not have", () => {
  test.use({ locale: "fr-FR" });

  test("it is in English", SLOW, async ({ page }) => {
    await page.goto("/login");
    await logIn(page);
    await expect(page.getByRole("heading", { level: 1, name: "Welcome, Administrator" })).toBeVisible();
    expect(await language(page)).toBe("en");
  });
});

/** German words are the longest. */
const BUSY = [
  "/",
  "/system/oauth-settings/scope-management",
  "/system/oauth-settings/virtual-issuers",
  "/system/server/collect-support-data",
  "/system/server/log-settings",
  "/security/certificate-and-key-management/oauth-openid-connect-keys",
];

for (const width of [390, 1280]) {
  test(`German texts fit into the page at ${width} pixels`, SLOW, async ({ page, baseURL }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.context().addCookies([{ name: "hanse_locale", value: "de", url: baseURL ?? "" }]);
    await beginSession(page);
    for (const path of BUSY) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator(".pf-v6-c-skeleton")).toHaveCount(0);
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/de-${width}${path.replaceAll("/", "_")}.png`,
          fullPage: true,
        });
      expect(await fits(page), path).toBe(true);
    }
  });
}
