/** Users of a local identity profile register, verify their address, manage their account, and reset their password. */
import type { Browser, Page } from "@playwright/test";
import { get, post, put } from "../system/signedIn.ts";
import { expect, expectAccessible, expectFit, SLOW } from "../test.ts";
import { type MailServer, sendMailTo, startMailServer } from "./mailServer.ts";
import { begun, configured, type Provider, SECRETS, test } from "./provider.ts";
import { FORM } from "./secondFactors.ts";

const PROFILE = "/localIdentity/identityProfiles/demo-users";
const PAGE = "/pf/idprofile.ping?LocalIdentityProfileID=demo-users";
const [FIRST, SECOND, THIRD] = ["a ferry to the island", "two lighthouses at night", "salt herring from Scania"];

interface Item {
  [name: string]: unknown;
  fieldConfig: { fields: object[] };
  configuration: { fields: { name: string; value: string }[] };
}

/** Requires a verified address, and lets users reset their password, while a test runs. */
async function withMail(page: Page, run: (mail: MailServer) => Promise<void>): Promise<void> {
  const mail = await startMailServer();
  await sendMailTo(page.request, mail);
  const profile = await get<Item>(page.request, PROFILE);
  const adapter = await get<Item>(page.request, `/idp/adapters/${FORM}`);
  await put(page.request, PROFILE, {
    ...profile,
    fieldConfig: { fields: [...profile.fieldConfig.fields, { id: "verified", type: "HIDDEN", label: "Verified" }] },
    emailVerificationConfig: {
      emailVerificationEnabled: true,
      emailVerificationType: "OTP",
      fieldForEmailToVerify: "email",
      fieldStoringVerificationStatus: "verified",
      requireVerifiedEmail: true,
    },
  });
  const fields = adapter.configuration.fields.map((field) =>
    field.name === "Password Reset Type" ? { ...field, value: "OTP" } : field,
  );
  await put(page.request, `/idp/adapters/${FORM}`, { ...adapter, configuration: { ...adapter.configuration, fields } });
  await run(mail);
  await put(page.request, PROFILE, profile);
  await put(page.request, `/idp/adapters/${FORM}`, adapter);
  mail.close();
}

async function addUser(page: Page, login: string): Promise<void> {
  const values = { login, email: `${login}@example.com`, name: "Ada Holm" };
  await post(page.request, `${PROFILE}/users`, {
    attributes: Object.entries(values).map(([name, value]) => ({ name, values: [value] })),
    emailVerified: true,
    password: SECOND,
    passwordIsTemporary: false,
  });
}

/** Registers an application, and returns a function that opens its sign-in page. */
async function application(page: Page, provider: Provider, clientId: string) {
  await post(page.request, "/oauth/clients", {
    clientId,
    name: "Shop",
    redirectUris: [`${provider.application}/callback`],
    grantTypes: ["AUTHORIZATION_CODE"],
    clientAuth: SECRETS,
    bypassApprovalPage: true,
  });
  const client = await configured(provider, clientId);
  return async (tab = page) => {
    await tab.goto((await begun(client, provider)).address.href);
  };
}

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The code in the next message. */
async function nextCode(mail: MailServer): Promise<string> {
  return /code is (\S+)\./.exec(await mail.next())?.[1] ?? "";
}

/** Enters values with the keyboard alone, one field after another, and submits the form. */
async function type(page: Page, ...values: string[]): Promise<void> {
  for (const [index, value] of values.entries()) {
    if (index > 0) await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(value);
  }
  await page.keyboard.press("Enter");
}

test("a visitor registers with the keyboard, and verifies the address with a code", async ({ page, provider }) => {
  await withMail(page, async (mail) => {
    const open = await application(page, provider, "registration");
    await open();
    await page.getByRole("button", { name: "Create an account" }).click();
    await expectHeading(page, "Create an account");
    await expectFit(page);
    await page.getByLabel("Username").focus();
    await type(page, "kunigunde", "kunigunde@example.com", "Kunigunde Holm", "Password1234", "Password1234");
    await expect(page.getByText("This password is easy to guess.")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expectFit(page);
    await page.getByLabel("Password", { exact: true }).focus();
    await type(page, FIRST, FIRST);

    await expectHeading(page, "Check your email");
    await expectFit(page);
    await type(page, "wrong");
    await expect(page.getByRole("alert")).toHaveText("The code is not correct.");
    await expectAccessible(page);
    await type(page, await nextCode(mail));
    await page.waitForURL(`${provider.application}/callback?code=**`);
    await page.context().clearCookies();
    await open();
    await signIn(page, "kunigunde@example.com", FIRST);
    await page.waitForURL(`${provider.application}/callback?code=**`);
  });
});

test(
  "a user changes data, address and password, signs out elsewhere, and deletes the account",
  SLOW,
  async ({ browser, page, provider }) => {
    await withMail(page, async (mail) => {
      await addUser(page, "ada");
      await page.context().clearCookies();
      await page.goto(provider.engine + PAGE);
      await signIn(page, "ada", SECOND);
      await expectHeading(page, "Your profile");
      await expect(page.getByText("this device")).toBeVisible();
      await expectFit(page);
      await page.getByLabel("Full name").fill("Ada Holm-Lübeck");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("status")).toHaveText("Your changes have been saved.");

      await page.getByLabel("E-mail address").fill("new@example.com");
      await page.getByRole("button", { name: "Save" }).click();
      await expectHeading(page, "Check your email");
      await type(page, await nextCode(mail));
      await expect(page.getByRole("status")).toHaveText("Your email address has been verified.");
      expect(await mail.next()).toContain("the email address of your account was changed");

      await signInElsewhere(browser, provider, await application(page, provider, "phone"));
      await page.goto(provider.engine + PAGE);
      const elsewhere = page.getByRole("listitem").filter({ hasNotText: "this device" });
      await expect(elsewhere).toContainText("Chrome, Android");
      await expectFit(page);
      await elsewhere.getByRole("button", { name: "Sign out" }).click();
      await expect(page.getByRole("status")).toContainText("You have been signed out there.");
      await expect(page.getByRole("listitem")).toHaveCount(1);

      await page.getByLabel("Current password").first().fill("wrong");
      await page.getByLabel("New password", { exact: true }).fill(THIRD);
      await page.getByLabel("Confirm the new password").fill(THIRD);
      await page.getByRole("button", { name: "Change password" }).click();
      await expect(page.getByRole("alert")).toHaveText("The current password is not correct.");
      await expectAccessible(page);
      await page.getByLabel("Current password").first().focus();
      await type(page, SECOND, THIRD, THIRD);
      await expect(page.getByText("Your password has been changed.")).toBeVisible();
      await expectFit(page);
      expect(await mail.next()).toContain("password");

      await page.goto(provider.engine + PAGE);
      await signIn(page, "ada", THIRD);
      await page.getByLabel("Current password").last().fill(THIRD);
      await page.getByRole("button", { name: "Delete my account" }).click();
      await expect(page.getByText("Your account has been deleted.")).toBeVisible();
      await expectFit(page);
    });
  },
);

async function signInElsewhere(browser: Browser, provider: Provider, open: (tab: Page) => Promise<void>) {
  const userAgent = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
  const context = await browser.newContext({ ignoreHTTPSErrors: true, userAgent });
  const tab = await context.newPage();
  await open(tab);
  await signIn(tab, "ada", SECOND);
  await tab.waitForURL(`${provider.application}/callback?code=**`);
  await context.close();
}

test("a user who forgot the password sets another one with a code", async ({ page, provider }) => {
  await withMail(page, async (mail) => {
    await addUser(page, "berta");
    const open = await application(page, provider, "recovery");
    await page.context().clearCookies();
    await open();
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await expectHeading(page, "Reset your password");
    await expectFit(page);
    await type(page, "berta");
    await expectHeading(page, "Check your email");
    await expectFit(page);
    await type(page, await nextCode(mail));
    await expect(page.getByLabel("Confirm the new password")).toBeVisible();
    await expectFit(page);
    await type(page, "berta@example.com", "berta@example.com");
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("New password", { exact: true }).focus();
    await type(page, THIRD, THIRD);
    await expect(page.getByText("Your password has been reset.")).toBeVisible();
    await expectFit(page);
    await open();
    await signIn(page, "berta", THIRD);
    await page.waitForURL(`${provider.application}/callback?code=**`);
  });
});
