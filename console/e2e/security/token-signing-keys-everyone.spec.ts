import { account, auditor, choose, fits, open } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";
import { begin, button, cell, PATH, pickCertificate, popup, prepare, REQUIRES, storedSet, TITLE } from "./keySets.ts";
import { clear, KEY_SETS, keySet, post } from "./tokenKeys.ts";

test.beforeEach(({ request }) => prepare(request));

test("says that static keys must be enabled, with a link", SLOW, async ({ page, request }) => {
  await post(request, KEY_SETS, keySet("Bremen", "bremen"));
  await open(page, PATH, TITLE);
  await expect(page.getByText(REQUIRES)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "OAuth & OpenID Connect Keys" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "OAuth & OpenID Connect Keys" })).toBeVisible();
});

test("without issuers it explains how to create them", SLOW, async ({ page, request }) => {
  await clear(request);
  await open(page, PATH, TITLE);
  await begin(page, "Lonely");
  await expect(page.getByText("There are no virtual issuers")).toBeVisible();
  await expect(page.getByRole("link", { name: "list of virtual issuers" })).toBeVisible();
  await expectAccessible(page);
});

test("an auditor sees everything and can change nothing", SLOW, async ({ page, request }) => {
  await post(request, KEY_SETS, { ...keySet("Bremen", "bremen"), description: "Roland" });
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, PATH, TITLE, auditor);
  await expect(page.getByRole("main").getByRole("button", { name: /Add|Edit|Delete/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Bremen" }).click();
  await expect(page.getByText("Tokens 2025")).toBeVisible();
  await expect(page.getByText("Bremen 2025")).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: /Save|Cancel|Edit|Choose|Issuers/ })).toHaveCount(0);
  await expectAccessible(page);
});

test("a key set is created with the keyboard alone", SLOW, async ({ page, request }) => {
  await open(page, PATH, TITLE);
  await button(page, "Add Key Set").focus();
  await page.keyboard.press("Enter");
  await expect(popup(page, "Add Key Set").getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Keys");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("keys");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Keys" })).toBeVisible();
  await page.getByRole("button", { name: /^Issuers/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Search issuers" })).toBeFocused();
  await page.keyboard.type("rost");
  await expect(page.getByRole("checkbox", { name: /example$/ })).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(page.getByRole("checkbox", { name: /^Rostock/ })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Issuers/ })).toBeFocused();
  await cell(page, "RSA: Active certificate").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option")).toHaveCount(3);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(cell(page, "RSA: Active certificate")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect((await storedSet(request, "keys")).signingKeys.rsaActiveCertRef).toEqual({ id: "tokens-2025" });
});

for (const { theme, width, details } of looks(1280)) {
  test(`is accessible in ${theme} at ${width} pixels`, details, async ({ page, request }) => {
    await post(request, KEY_SETS, keySet("Bremen", "bremen"));
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, PATH, TITLE);
    await expect(page.getByText("Tokens 2025")).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await page.getByRole("link", { name: "Bremen" }).click();
    await pickCertificate(page, "P-256: Active certificate", "Curve 256");
    await page.getByRole("button", { name: /^Issuers/ }).click();
    await expect(page.getByRole("checkbox", { name: /^Rostock/ })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Key IDs of RSA algorithms/ }).click();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
