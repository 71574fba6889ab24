/** The first five minutes: the dashboard sets up a demo, a user signs in, and everything works after a kill. */
import type { Page } from "@playwright/test";
import { type RunningServer, removeServer, startServer } from "../server.ts";
import { first, setUp } from "../session/administrator.ts";
import { beginSession, put } from "../system/signedIn.ts";
import { test as base, expect, expectAccessible, SLOW, tourDismissed } from "../test.ts";
import { freePort } from "./freePort.ts";

const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const server = await startServer({ HANSE_DEMO_PORT: String(await freePort()) });
      await use(server);
      await removeServer(server);
    },
    { scope: "worker" },
  ],
});

// The dashboard keeps polling while the server is down.
test.use({ expectedProblems: [/ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE/] });

test(
  "the demo works from the dashboard to signing out, and across a kill of the server",
  SLOW,
  async ({ page, server }) => {
    await page.context().addCookies([tourDismissed(server.admin)]);
    await setUp(page.request);
    await put(page.request, "/serverSettings", { federationInfo: { baseUrl: server.engine } });
    await beginSession(page, first);

    await page.goto("/");
    await page.getByRole("button", { name: "Set up demo" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Authentication policy", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Set up demo" }).click();
    const link = page.getByRole("link", { name: /^Open the demo application/ });
    await expect(link).toBeVisible();
    await expectAccessible(page);

    const application = await opened(page, () => link.click());
    const origin = application.url();
    await expectAccessible(application);
    const password = await application.getByRole("row", { name: /joe/ }).getByRole("code").last().innerText();
    const ofSarah = await application.getByRole("row", { name: /sarah/ }).getByRole("code").last().innerText();
    await signIn(application, "joe", password);
    await expect(application.getByText(/^Signature verified: RS256/)).toBeVisible();
    await expect(application.getByLabel("Claims of the ID token")).toContainText('"sub": "joe"');
    await expectAccessible(application);
    await application.getByRole("button", { name: "Call the userinfo endpoint" }).click();
    await expect(application.getByLabel("Userinfo claims")).toContainText("joe@example.com");

    await server.stop("SIGKILL");
    await server.start();
    await application.getByRole("button", { name: "Refresh the tokens" }).click();
    await expect(application.getByText("The refresh token was exchanged for new tokens.")).toBeVisible();

    // The application has forgotten its user, but the server still has the session.
    await application.context().clearCookies({ name: "demo_session" });
    await application.reload();
    await application.getByRole("button", { name: "Sign in" }).click();
    await expect(application.getByLabel("Password")).toHaveCount(0);
    await consentIfNecessary(application);
    await expect(application.getByRole("heading", { level: 1, name: /You are signed in/ })).toBeVisible();

    await application.getByRole("button", { name: "Sign out" }).click();
    await expect(application.getByRole("heading", { level: 1, name: "You are not signed in" })).toBeVisible();
    await application.getByRole("button", { name: "Sign in" }).click();
    await expect(application.getByLabel("Password")).toBeVisible();

    await application.goto(origin);
    await connectDevice(application, ofSarah);

    await page.reload();
    await page.getByRole("button", { name: "Remove demo" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove demo" }).click();
    await expect(page.getByRole("button", { name: "Set up demo" })).toBeVisible();
  },
);

/** The application acts as a television; its user has a phone. */
async function connectDevice(television: Page, password: string): Promise<void> {
  await television.getByRole("button", { name: "Start as a device" }).click();
  const code = television.getByRole("img", { name: /^QR code/ });
  await expect(code).toBeVisible();
  expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await expectAccessible(television);
  await television.getByRole("button", { name: /^Check/ }).click();
  await expect(television.getByText("The user has not decided yet.")).toBeVisible();

  const phone = await opened(television, () => code.click());
  await phone.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(phone);
  await phone.getByLabel("Username").fill("sarah");
  await phone.getByLabel("Password").fill(password);
  await phone.getByRole("button", { name: "Sign in" }).click();
  await expect(phone.getByText("Does your device show this code?")).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole("button", { name: "Yes, connect the device" }).click();
  await expect(phone.getByText("The request comes from a device that shows this code:")).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole("button", { name: "Allow" }).click();
  await expect(phone.getByRole("heading", { level: 1, name: "Your device is connected" })).toBeVisible();
  await expectAccessible(phone);

  await television.getByRole("button", { name: /^Check/ }).click();
  await expect(television.getByText("The device is connected.")).toBeVisible();
  await expect(television.getByLabel("Claims of the device's access token")).toContainText('"sub": "sarah"');
}

async function opened(page: Page, act: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent("page"), act()]);
  await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
  return tab;
}

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill("not-the-password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("The username or password is not correct.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await consentIfNecessary(page);
  await expect(page.getByRole("heading", { level: 1, name: "You are signed in as joe" })).toBeVisible();
}

async function consentIfNecessary(page: Page): Promise<void> {
  const allow = page.getByRole("button", { name: "Allow" });
  await expect(allow.or(page.getByRole("heading", { level: 1, name: /signed in/ }))).toBeVisible();
  if (!(await allow.isVisible())) return;
  await expectAccessible(page);
  await allow.click();
}
