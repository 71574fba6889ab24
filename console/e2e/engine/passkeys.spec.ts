/** Passkeys in a real browser, with its virtual authenticator (WebDriver extension of Web Authentication Level 3). */
import type { CDPSession, Page } from "@playwright/test";
import { expect, expectAccessible } from "../test.ts";
import { test } from "./provider.ts";
import { signInApplication, withFirstFactor, withSecondFactor } from "./secondFactors.ts";

const ADAPTER = {
  id: "passkeys",
  name: "Passkeys",
  pluginDescriptorRef: { id: "hanse.passkey" },
  configuration: {},
  attributeContract: {
    coreAttributes: [{ name: "method" }, { name: "subject", pseudonym: true }, { name: "userVerified" }],
  },
};

/** A new device of the user; `answers` is false if the user does not confirm. */
async function addDevice(session: CDPSession, answers = true): Promise<string> {
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, isUserVerified: answers, automaticPresenceSimulation: true },
  });
  return authenticatorId;
}

async function expectPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

test("a user creates a passkey after the password, and uses it as the second factor and then as the only one", async ({
  page,
  provider,
}) => {
  const { open, enterPassword, expectSignedIn } = await signInApplication(page, provider, "passkey-shop");
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const laptop = await addDevice(session);
  await withSecondFactor(page, ADAPTER, async () => {
    await open();
    await enterPassword();
    await expectPage(page, "Create a passkey");
    await page.getByLabel("Name of the passkey").fill("Laptop");
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await expectSignedIn();
    const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId: laptop });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: new URL(provider.engine).hostname }]);

    await open();
    await enterPassword();
    await expectPage(page, "Use your passkey");
    await page.getByLabel("Manage my passkeys after this").check();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expectPage(page, "Your passkeys");
    await expect(page.getByText("Laptop")).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expectSignedIn();
  });
  await withFirstFactor(page, ADAPTER.id, async () => {
    // The engine applies the changed policy shortly after it is saved.
    await expect(async () => {
      await open();
      await expect(page.getByRole("heading", { level: 1, name: "Use your passkey" })).toBeVisible({ timeout: 5000 });
    }).toPass();
    await expectPage(page, "Use your passkey");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expectSignedIn();

    // A device that does not have the passkey.
    await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: laptop });
    await addDevice(session);
    await open();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByRole("alert")).toContainText("No passkey was used");
    await page.getByRole("button", { name: "Sign in another way" }).click();
    await enterPassword();
    await expectSignedIn();
  });
});
