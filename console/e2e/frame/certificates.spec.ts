import type { FrameLocator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { account, auditor, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, test } from "../test.ts";

const CERTIFICATES = "/security/certificate-and-key-management/ssl-server-certificates";
const PUBLISHERS = "/system/external-systems/notification-publishers";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

async function frameOf(page: Page): Promise<FrameLocator> {
  await expect(page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
  return page.frameLocator("iframe");
}

test("an SSL server certificate is created, exported and activated", { tag: "@slow" }, async ({ page }) => {
  const name = `tls-${Date.now()}.example`;
  await open(page, `${CERTIFICATES}/add`, "Add SSL Server Certificate");
  const frame = await frameOf(page);
  await frame.getByRole("link", { name: "Create New" }).click();
  await frame.getByRole("combobox", { name: "Key Algorithm" }).selectOption("EC");
  await expect(frame.getByRole("combobox", { name: "Signature Algorithm" })).toHaveValue("SHA256withECDSA");
  await frame.getByRole("textbox", { name: "Common Name" }).fill(name);
  await frame.getByRole("textbox", { name: "Organization", exact: true }).fill("Hanse");
  await frame.getByRole("textbox", { name: "Country" }).fill("DE");
  await expectAccessible(page);
  await frame.getByRole("button", { name: "Save" }).click();
  await frame.getByRole("link", { name: `CN=${name}, O=Hanse, C=DE`, exact: true }).click();
  await expect(frame.getByText("No. Activate the certificate to use it.")).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    frame.getByRole("link", { name: "Export Certificate" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.crt$/);
  // The page can still be used.
  await frame.getByRole("button", { name: "Activate for Runtime Server" }).click();
  await expect(frame.getByText("Active for the runtime server", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await frame.getByRole("button", { name: "Deactivate for Runtime Server" }).click();
  await expect(frame.getByText("The certificate is no longer active for the runtime server.")).toBeVisible();
});

test("a secret is shown as set, replaced and cleared", { tag: "@slow" }, async ({ page, request }) => {
  const id = `sealed-${Date.now()}`;
  const set = (field: string, value: string) => ({ name: field, value });
  const server = [set("From Address", "a@hanse.example"), set("Email Server", "localhost"), set("Username", "joe")];
  await post(request, "/notificationPublishers", {
    id,
    name: id,
    pluginDescriptorRef: { id: "com.pingidentity.email.SmtpNotificationPlugin" },
    configuration: { tables: [], fields: [...server, set("Password", "Kogge-1241")] },
  });
  await open(page, `${PUBLISHERS}/edit/${id}`, id);
  const frame = await frameOf(page);
  await expect(frame.getByText(/^Set, since .* UTC \d{4}\. It is not shown again\.$/)).toBeVisible();
  await expect(frame.getByLabel("Password", { exact: true })).toBeHidden();
  await frame.getByText("Replace Password").click();
  await frame.getByLabel("Password", { exact: true }).fill("Holk-1370");
  await frame.getByRole("button", { name: "Save" }).click();
  await frame.getByRole("link", { name: id, exact: true }).click();
  await expect(frame.getByText(/^Set, since/)).toBeVisible();
  await expectAccessible(page);
  await frame.getByRole("checkbox", { name: "Clear Password" }).check();
  await frame.getByRole("button", { name: "Save" }).click();
  await frame.getByRole("link", { name: id, exact: true }).click();
  await expect(frame.getByLabel("Password", { exact: true })).toBeVisible();
  await account(request, auditor, { auditor: true, roles: [] });
  await page.context().clearCookies();
  await open(page, `${PUBLISHERS}/edit/${id}`, id, auditor);
  await expect(frame.getByText("Not set.")).toBeVisible();
});
