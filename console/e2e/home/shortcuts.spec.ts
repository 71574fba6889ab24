/** Choosing shortcuts (specification 1, sections 2, 5, 6, 7 and 9), with the server's storage. */
import { setUp } from "../session/administrator.ts";
import { account, auditor, choose, fits, get, open } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, pickUp, SLOW, test, tourDismissed } from "../test.ts";
import { bar, begin, drag, edit, HOSTS, handle, LICENSE, person, rows, SHORTCUTS, save } from "./choice.ts";

const AT_LEAST_ONE = "You need at least 1 shortcut to save customization.";

test.beforeEach(async ({ request }) => {
  await setUp(request);
  await begin(request);
});

test("shortcuts are ordered, removed and added by mouse, and saved", SLOW, async ({ page }) => {
  // The size of a usual notebook, on which the catalog is longer than the dialog.
  await page.setViewportSize({ width: 1440, height: 700 });
  await open(page, "/", "Welcome");
  await expect(bar(page)).toHaveText([HOSTS, LICENSE]);
  let dialog = await edit(page);
  await drag(page, handle(dialog, "Shortcuts", LICENSE), rows(dialog, "Shortcuts").first(), /position 1 of 2/);
  await expect(rows(dialog, "Shortcuts")).toContainText([LICENSE, HOSTS]);
  const away = dialog.getByRole("textbox", { name: "Search pages" });
  await drag(page, handle(dialog, "Shortcuts", HOSTS), away, /not over a shortcut/);
  await expect(rows(dialog, "Shortcuts")).toContainText([LICENSE]);
  await expect(rows(dialog, "Shortcuts")).toHaveCount(1);
  await save(page, dialog);
  await expect(bar(page)).toHaveText([LICENSE]);
  await page.reload();
  await expect(bar(page)).toHaveText([LICENSE]);

  dialog = await edit(page);
  await drag(page, handle(dialog, "System", HOSTS), rows(dialog, "Shortcuts").first(), /position 1 of 1/);
  await expect(rows(dialog, "Shortcuts")).toContainText([HOSTS, LICENSE]);
  await save(page, dialog);
  await page.reload();
  await expect(bar(page)).toHaveText([HOSTS, LICENSE]);
});

test("shortcuts are moved by keyboard, and each step is announced", async ({ page }) => {
  await open(page, "/", "Welcome");
  const dialog = await edit(page);
  const said = page.getByRole("status").filter({ hasText: /License|Virtual/ });
  await pickUp(page, handle(dialog, "Shortcuts", LICENSE));
  await expect(said).toContainText("License is over position 2 of 2.");
  await page.keyboard.press("ArrowUp");
  await expect(said).toContainText("License is over position 1 of 2.");
  await page.keyboard.press("Space");
  await expect(said).toContainText("License was dropped.");
  await expect(rows(dialog, "Shortcuts")).toContainText([LICENSE, HOSTS]);

  // Escape returns the page and leaves the dialog open.
  await pickUp(page, handle(dialog, "Shortcuts", LICENSE));
  await expect(said).toContainText("License is over position 1 of 2.");
  await page.keyboard.press("ArrowDown");
  await expect(said).toContainText("License is over position 2 of 2.");
  await page.keyboard.press("Escape");
  await expect(said).toContainText("License was returned to its position.");
  await expect(dialog).toBeVisible();
  await expect(rows(dialog, "Shortcuts")).toContainText([LICENSE, HOSTS]);
  await save(page, dialog);
  await page.reload();
  await expect(bar(page)).toHaveText([LICENSE, HOSTS]);
});

test("a page of the catalog is added by keyboard", SLOW, async ({ page, request }) => {
  await begin(request, ["license"]);
  await open(page, "/", "Welcome");
  const dialog = await edit(page);
  const said = page.getByRole("status").filter({ hasText: HOSTS });
  await pickUp(page, handle(dialog, "System", HOSTS));
  await expect(said).toContainText(HOSTS);
  await page.keyboard.press("ArrowLeft");
  await expect(said).toContainText(/is over position 1 of 1\.|is over the shortcuts\./);
  await page.keyboard.press("Space");
  await expect(rows(dialog, "Shortcuts")).toHaveCount(2);
  // The handle in the catalog is gone: the focus moves with the page.
  await expect(dialog.getByRole("button", { name: `Remove ${HOSTS}` })).toBeFocused();
  await save(page, dialog);
  await expect(bar(page)).toHaveCount(2);
});

test("buttons replace dragging and keep the focus", SLOW, async ({ page }) => {
  await open(page, "/", "Welcome");
  const dialog = await edit(page);
  await dialog.getByRole("button", { name: "Move License up" }).press("Enter");
  await expect(rows(dialog, "Shortcuts")).toContainText([LICENSE, HOSTS]);
  await expect(dialog.getByRole("button", { name: "Move License up" })).toBeFocused();
  await dialog.getByRole("button", { name: "Remove License" }).press("Enter");
  await expect(dialog.getByRole("button", { name: `Remove ${HOSTS}` })).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Edit shortcuts" })).toBeFocused();
  await expect(bar(page)).toHaveText([HOSTS, LICENSE]);
});

test("another administrator has other shortcuts", SLOW, async ({ page, request, browser }) => {
  const other = person("Otto");
  await account(request, other, { auditor: false, roles: ["ADMINISTRATOR"] });
  await open(page, "/", "Welcome");
  const dialog = await edit(page);
  await dialog.getByRole("button", { name: `Remove ${HOSTS}` }).click();
  await save(page, dialog);
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin, ignoreHTTPSErrors: true });
  await elsewhere.addCookies([tourDismissed(page.url())]);
  const his = await elsewhere.newPage();
  await open(his, "/", "Welcome", other);
  await expect(bar(his).filter({ hasText: HOSTS })).toBeVisible();
  await elsewhere.close();
});

test("opened pages are listed as recently used, newest first, until they are cleared", SLOW, async ({ page }) => {
  const noted = () => page.waitForResponse(/shortcuts\/recent$/);
  const first = noted();
  await open(page, "/system/server/virtual-hostnames", HOSTS);
  await first;
  const second = noted();
  await page.goto("/system/server/license");
  expect((await second).status()).toBe(204);
  await page.goto("/");
  let dialog = await edit(page);
  await expect(rows(dialog, "Recently Used")).toContainText([LICENSE, HOSTS]);

  // Nothing changes before it is saved.
  await dialog.getByRole("button", { name: "Clear All" }).click();
  await expect(rows(dialog, "Recently Used")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  dialog = await edit(page);
  await expect(rows(dialog, "Recently Used")).toHaveCount(2);

  await dialog.getByRole("button", { name: "Clear All" }).click();
  await save(page, dialog);
  await page.reload();
  dialog = await edit(page);
  await expect(dialog.getByText("Pages you open appear here.")).toBeVisible();
});

test("Restore Default restores the shortcuts of the administrator's roles", SLOW, async ({ page, request }) => {
  await begin(request, ["license"]);
  const path = "/internal/user/shortcuts/default";
  const { items } = await get<{ items: { label: string }[] }>(request, path);
  const labels = items.map(({ label }) => label);
  await open(page, "/", "Welcome");
  const dialog = await edit(page);
  await dialog.getByRole("button", { name: "Restore Default" }).click();
  await expect(rows(dialog, "Shortcuts")).toContainText(labels);
  await save(page, dialog);
  await page.reload();
  await expect(bar(page)).toHaveText(labels);
});

test("at least one shortcut is required", SLOW, async ({ page, request }) => {
  await open(page, "/", "Welcome");
  const dialog = await edit(page);
  await dialog.getByRole("button", { name: `Remove ${HOSTS}` }).click();
  await dialog.getByRole("button", { name: "Remove License" }).click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText(AT_LEAST_ONE)).toBeVisible();
  const kept = await get<{ shortcuts: { items: string[] } }>(request, SHORTCUTS);
  expect(kept.shortcuts.items).toEqual(["virtualHostNames", "license"]);
  await dialog
    .getByRole("button", { name: `Add ${HOSTS}` })
    .first()
    .click();
  await expect(dialog.getByText(AT_LEAST_ONE)).toBeHidden();
  await save(page, dialog);
  await expect(bar(page)).toHaveText([HOSTS]);
});

test("the catalog is searched", SLOW, async ({ page }) => {
  await open(page, "/", "Welcome");
  const dialog = await edit(page);
  await dialog.getByRole("textbox", { name: "Search pages" }).fill("host na");
  await expect(rows(dialog, "System")).toHaveText([HOSTS]);
  await dialog.getByRole("textbox", { name: "Search pages" }).fill("no such page");
  await expect(dialog.getByText("No page matches “no such page”.")).toBeVisible();
});

test("an auditor has shortcuts too", SLOW, async ({ page, request }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, "/", "Welcome", auditor);
  await expect(bar(page).first()).toBeVisible();
  const dialog = await edit(page);
  await dialog.getByRole("button", { name: "Restore Default" }).click();
  await dialog.getByRole("button", { name: `Remove ${HOSTS}` }).click();
  await save(page, dialog);
  await page.reload();
  await expect(bar(page).first()).toBeVisible();
  await expect(bar(page).filter({ hasText: HOSTS })).toHaveCount(0);
});

for (const { theme, width, details } of looks(1440)) {
  test(`is accessible in ${theme} at ${width} pixels`, details, async ({ page }) => {
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, "/", "Welcome");
    const dialog = await edit(page);
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await dialog.getByRole("button", { name: `Remove ${HOSTS}` }).click();
    await dialog.getByRole("button", { name: "Remove License" }).click();
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog.getByText(AT_LEAST_ONE)).toBeVisible();
    await expectAccessible(page);
  });
}
