import type { FrameLocator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, test } from "../test.ts";

const CALENDAR = "/security/certificate-and-key-management/certificate-calendar";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

async function frameOf(page: Page): Promise<FrameLocator> {
  await expect(page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
  return page.frameLocator("iframe");
}

test("certificates are shown by month and as a list, and calendar applications read a secret address", async ({
  page,
}) => {
  const name = `calendar-${Date.now()}.example`;
  await open(page, CALENDAR, "Certificate Calendar");
  await post(page.request, "/keyPairs/signing/generate", {
    commonName: name,
    organization: "Hanse",
    country: "DE",
    validDays: 20,
    keyAlgorithm: "EC",
  });
  await page.reload();
  const frame = await frameOf(page);
  await expect(frame.getByRole("link", { name: `CN=${name}, O=Hanse, C=DE` })).toBeVisible();
  await expectAccessible(page);
  await frame.getByRole("link", { name: "List" }).click();
  await frame.getByRole("combobox", { name: "Type" }).selectOption("Signing Key Pair");
  await frame.getByRole("button", { name: "Show" }).click();
  await expect(frame.getByRole("row", { name }).getByText("Expires soon")).toBeVisible();
  await expectAccessible(page);
  await frame.getByRole("button", { name: "Create address" }).click();
  const address = (await frame.getByText("/certificate-calendar.ics?key=").textContent()) ?? "";
  const file = await page.request.get(address.trim());
  expect(await file.text()).toContain(name);
  await expectAccessible(page);
  await page.reload();
  await expect(frame.getByText("The current address was created on")).toBeVisible();
  await frame.getByRole("link", { name: "Revoke address" }).click();
  await frame.getByRole("button", { name: "Revoke address" }).click();
  await expect(frame.getByText("There is no address.")).toBeVisible();
  expect((await page.request.get(address.trim())).status()).toBe(404);
});
