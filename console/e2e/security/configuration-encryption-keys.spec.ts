import { setUp } from "../session/administrator.ts";
import { account, asFirst, auditor, choose, fits, get, open } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";

const PATH = "/security/certificate-and-key-management/configuration-encryption-keys";
const TITLE = "Configuration Encryption Keys";
const KEYS = "/configurationEncryptionKeys";
/** Specification 2, section 9: weekday, month, day, time, zone, year. */
const TIMESTAMP = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

interface Keys {
  items: { keyId: string }[];
}

test.beforeEach(async ({ request }) => setUp(request));

test("a rotation creates the newest key, and sessions stay valid", async ({ page, request }) => {
  const before = (await get<Keys>(request, KEYS)).items;
  await open(page, PATH, TITLE);
  await expect(page.getByRole("cell", { name: TIMESTAMP }).first()).toBeVisible();
  await page.getByRole("button", { name: "Rotate" }).click();
  const dialog = page.getByRole("dialog", { name: "Rotate the encryption key?" });
  await expect(dialog.getByText(/re-encrypts all stored secrets with it/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Rotate encryption key" }).click();
  await expect(page.getByText("Encryption Key Rotated.")).toBeVisible();
  const after = (await get<Keys>(request, KEYS)).items;
  expect(after.slice(1)).toEqual(before);
  await expect(page.getByRole("row").nth(1)).toContainText(`${after[0]?.keyId}Encrypts`);
  // The administrator's own password is one of the re-encrypted secrets.
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(Math.min(after.length, 10) + 1);
});

test("the newest ten of many keys are shown with the total number", SLOW, async ({ page, request }) => {
  for (let made = (await get<Keys>(request, KEYS)).items.length; made < 12; made += 1) {
    expect((await asFirst(request, "POST", `${KEYS}/rotate`)).status()).toBe(201);
  }
  const total = (await get<Keys>(request, KEYS)).items.length;
  await open(page, PATH, TITLE);
  await expect(page.getByText(`The newest 10 of ${total} keys are shown.`)).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(1 + 10);
});

test.describe("when the server is unavailable", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });

  test("a rotation fails with a message", SLOW, async ({ page }) => {
    await open(page, PATH, TITLE);
    await page.route("**/configurationEncryptionKeys/rotate", (route) => route.abort());
    await page.getByRole("button", { name: "Rotate" }).click();
    await page.getByRole("button", { name: "Rotate encryption key" }).click();
    await expect(page.getByText("Encryption Key Rotation Failed.")).toBeVisible();
  });
});

test("an auditor sees the keys and cannot rotate them", SLOW, async ({ page, request }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, PATH, TITLE, auditor);
  await expect(page.getByText("Encrypts", { exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
});

for (const { theme, width, details } of looks(1280)) {
  test(`is accessible in ${theme} at ${width} pixels`, details, async ({ page }) => {
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, PATH, TITLE);
    await expect(page.getByText("Encrypts", { exact: true })).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
