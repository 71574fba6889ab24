import { addCertificates, addIssuers, clear, KEY_SETS, keySet, post, published } from "../security/tokenKeys.ts";
import { setUp } from "../session/administrator.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";
import { account, asFirst, auditor, choose, fits, get, open, put } from "./signedIn.ts";

const PATH = "/system/oauth-settings/virtual-issuers";
const TITLE = "Virtual Issuers";
const IN_USE = "Virtual Issuer instance is in use and cannot be deleted.";

interface Issuer {
  id: string;
  name: string;
  description?: string;
  host: string;
  path?: string;
}

test.beforeEach(async ({ request }) => {
  await setUp(request);
  await clear(request);
});

test("an issuer is added, served by the engine, changed and deleted", async ({ page, request, server }) => {
  await open(page, PATH, TITLE);
  await expect(page.getByRole("heading", { name: "No virtual issuers" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Add Virtual Issuer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add Virtual Issuer" })).toBeVisible();
  await expect(page.getByRole("link", { name: "To issuer list" })).toBeVisible();
  await page.getByRole("textbox", { name: "Path" }).fill("bank");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("This field is required.")).toHaveCount(2);
  await page.getByRole("textbox", { name: "Name" }).fill("Lübeck");
  await page.getByRole("textbox", { name: "Host" }).fill("luebeck.example");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Path" })).toHaveAccessibleDescription(/must start with a slash/);
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Path" }).fill("");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Settings saved.")).toBeVisible();
  const { items } = await get<{ items: Issuer[] }>(request, "/oauth/issuers");
  expect(items).toEqual([{ id: expect.stringMatching(/^[A-Za-z0-9]{26}$/), name: "Lübeck", host: "luebeck.example" }]);
  // The engine applies a save within a second.
  await expect(async () => {
    const { metadata } = await published(request, server.engine, "luebeck");
    expect(metadata.issuer).toMatch(/^https:\/\/luebeck\.example(:\d+)?$/);
  }).toPass();

  await page.getByRole("button", { name: "Edit virtual issuer Lübeck" }).click();
  await expect(page.getByRole("textbox", { name: "ID" })).toHaveAttribute("readonly");
  await page.getByRole("textbox", { name: "Description" }).fill("The queen of the league");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const card = page.getByRole("region", { name: "Lübeck" });
  await expect(card.getByText("The queen of the league")).toBeVisible();
  await page.getByRole("button", { name: "Delete virtual issuer Lübeck" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete virtual issuer" }).click();
  await expect(page.getByText("Lübeck was deleted.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No virtual issuers" })).toBeVisible();
});

test("an issuer in use by a key set cannot be deleted and names its user", SLOW, async ({ page, request }) => {
  await addCertificates(request);
  await addIssuers(request, "Bremen");
  await post(request, KEY_SETS, keySet("Bank", "bremen"));
  const refused = await asFirst(request, "DELETE", "/oauth/issuers/bremen");
  expect(refused.status()).toBe(422);
  expect(await refused.json()).toMatchObject({ message: IN_USE });
  await open(page, PATH, TITLE);
  await page.getByRole("button", { name: "Delete virtual issuer Bremen" }).click();
  const dialog = page.getByRole("dialog", { name: "Bremen cannot be deleted" });
  await expect(dialog.getByText(IN_USE)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("link", { name: "Bank" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bank" })).toBeVisible();
});

test("the list is sorted, searched and paged by the server", SLOW, async ({ page, request }) => {
  await addIssuers(request, ...Array.from({ length: 21 }, (_, index) => `Hall-${21 - index}`));
  await open(page, PATH, TITLE);
  const names = page.getByRole("list", { name: "Virtual issuers, by name" }).getByRole("heading");
  await expect(names).toHaveCount(20);
  const shown = await names.allTextContents();
  expect(shown).toEqual([...shown].sort());
  await page.getByRole("textbox", { name: /^Search/ }).fill("hall-7.example");
  await expect(names).toHaveText(["Hall-7"]);
});

test("changes are discarded only after a question", SLOW, async ({ page, request }) => {
  await addIssuers(request, "Bremen");
  await open(page, `${PATH}/edit/bremen`, "Edit Virtual Issuer");
  await page.getByRole("textbox", { name: "Name" }).fill("Other");
  await page.getByRole("link", { name: "To issuer list" }).click();
  await page.getByRole("button", { name: "Stay on the page" }).click();
  await page.getByRole("button", { name: "Discard Changes" }).click();
  await expect(page.getByRole("region", { name: "Bremen" })).toBeVisible();
});

test("an auditor sees issuers and can change none", SLOW, async ({ page, request }) => {
  await addIssuers(request, "Bremen");
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, PATH, TITLE, auditor);
  await page.getByRole("link", { name: "Bremen" }).click();
  await expect(page.getByRole("textbox", { name: "Host" })).toBeDisabled();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
});

for (const { theme, width, details } of looks(1280)) {
  test(`is accessible in ${theme} at ${width} pixels`, details, async ({ page, request }) => {
    await addIssuers(request, "Bremen", "Luebeck");
    await put(request, "/oauth/issuers/luebeck", {
      name: "Lübeck",
      host: "a-rather-long-host-name.of-a-department.luebeck.example",
      path: "/retail/customers/2026",
      description: "Accounts of private customers.",
    });
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, PATH, TITLE);
    await expect(page.getByRole("region", { name: "Bremen" })).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await page.getByRole("link", { name: "Lübeck" }).click();
    await expect(page.getByRole("textbox", { name: "Host" })).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
