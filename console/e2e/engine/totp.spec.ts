/** A password and a code from an authenticator app, in a browser. */
import type { Page } from "@playwright/test";
import { frameOf } from "../frame/frames.ts";
import { open as openConsole } from "../system/signedIn.ts";
import { expect, expectAccessible, expectFit, SLOW } from "../test.ts";
import { test } from "./provider.ts";
import { signInApplication, totpCode, withSecondFactor } from "./secondFactors.ts";

const ADAPTER = {
  id: "totp",
  name: "Authenticator app",
  pluginDescriptorRef: { id: "hanse.totp" },
  configuration: {},
  attributeContract: { coreAttributes: [{ name: "method" }, { name: "subject", pseudonym: true }] },
};

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expectFit(page);
}

test(
  "a user adds an authenticator app, signs in with a code, and with a recovery code",
  SLOW,
  async ({ page, provider }) => {
    const { open, enterPassword, expectSignedIn } = await signInApplication(page, provider, "totp-shop");
    await withSecondFactor(page, ADAPTER, async () => {
      await open();
      await enterPassword();
      await expectHeading(page, "Add an authenticator app");
      // The browser has drawn the picture.
      const width = await page.getByRole("img").evaluate((picture: HTMLImageElement) => picture.naturalWidth);
      expect(width).toBeGreaterThan(100);
      const secret = await page.locator("#secret").innerText();
      await page.getByLabel("Name of the device").fill("Phone");
      await page.getByLabel("Code that the app shows now").fill(totpCode(secret, -1));
      await page.getByRole("button", { name: "Add the device" }).click();
      await expectHeading(page, "Save your recovery codes");
      const codes = await page.getByRole("listitem").allInnerTexts();
      expect(new Set(codes).size).toBe(10);
      await page.getByRole("button", { name: "I have saved them" }).click();
      await expectSignedIn();

      await open();
      await enterPassword();
      await expectHeading(page, "Enter your code");
      await page.getByLabel("Code", { exact: true }).fill("000000");
      await page.getByLabel("Manage my devices after this").check();
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("alert")).toContainText("The code is not correct");
      await page.getByLabel("Code", { exact: true }).fill(totpCode(secret));
      await page.getByLabel("Manage my devices after this").check();
      await page.getByRole("button", { name: "Continue" }).click();
      await expectHeading(page, "Your authenticator apps");
      await expect(page.getByText("Phone")).toBeVisible();
      await page.getByRole("button", { name: "Continue" }).click();
      await expectSignedIn();

      await open();
      await enterPassword();
      await page.getByRole("button", { name: "Use a recovery code" }).click();
      await expectHeading(page, "Enter a recovery code");
      await page.getByLabel("Recovery code").fill(codes[4] ?? "");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText("Recovery codes left: 9")).toBeVisible();
      await page.getByRole("button", { name: "Continue" }).click();
      await expectSignedIn();

      // An administrator removes everything, so that the user adds a device again.
      await openConsole(page, "/authentication/integration/second-factors", "Second Factors");
      const found = await frameOf(page);
      await expect(found.getByRole("cell", { name: "Authenticator app: Phone", exact: true })).toBeVisible();
      await expectAccessible(page);
      await expect(found.getByRole("link", { name: "Remove Phone" })).toBeInViewport();
      await found.getByRole("searchbox", { name: "User ID" }).fill("JOE");
      await found.getByRole("searchbox", { name: "User ID" }).press("Enter");
      await found.getByRole("link", { name: "Remove all" }).click();
      // The message with the number disappears after five seconds, which a click can take on a busy machine.
      await found.getByRole("button", { name: "Remove all" }).click();
      await expect(found.getByText("The user has no second factors.")).toBeVisible();
      await open();
      await enterPassword();
      await expectHeading(page, "Add an authenticator app");
    });
  },
);
