import type { APIRequestContext } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";
import { account, auditor, choose, fits, get, open, put, userAdministrator } from "./signedIn.ts";
import { add, inputs, PATH, save, TITLE, values } from "./virtual-host-names.ts";

const store = (request: APIRequestContext, names: string[]) =>
  put(request, "/virtualHostNames", { virtualHostNames: names });
const stored = async (request: APIRequestContext) =>
  (await get<{ virtualHostNames: string[] }>(request, "/virtualHostNames")).virtualHostNames;

test.beforeEach(async ({ request }) => {
  await setUp(request);
  await store(request, ["sso.example.com", "login.example.net"]);
});

test("adds, changes and deletes names, which are stored", async ({ page, request }) => {
  await open(page, PATH, TITLE);
  await expect(save(page)).toHaveAttribute("aria-disabled", "true");
  await add(page, "id.example.org");
  await inputs(page).first().fill("signin.example.com");
  await page.getByRole("button", { name: "Delete login.example.net" }).click();
  await expect(page.getByText("Will be deleted when saved")).toBeVisible();
  await expectAccessible(page);
  await save(page).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect(await stored(request)).toEqual(["signin.example.com", "id.example.org"]);
  await page.reload();
  await expect(inputs(page)).toHaveCount(2);
  expect(await values(page)).toEqual(["signin.example.com", "id.example.org"]);
});

test(
  "a new row is removed at once, a stored one when it is saved; the page shows the answer",
  SLOW,
  async ({ page, request }) => {
    await open(page, PATH, TITLE);
    await add(page, "id.example.org");
    await expect(save(page)).not.toHaveAttribute("aria-disabled", "true");
    await page.getByRole("button", { name: "Delete id.example.org" }).click();
    expect(await values(page)).toEqual(["sso.example.com", "login.example.net"]);
    await expect(save(page)).toHaveAttribute("aria-disabled", "true");

    await page.getByRole("button", { name: "Delete sso.example.com" }).click();
    expect(await values(page)).toEqual(["sso.example.com", "login.example.net"]);
    expect(await stored(request)).toEqual(["sso.example.com", "login.example.net"]);
    await inputs(page).nth(1).fill(" login.example.org ");
    await save(page).click();
    await expect(inputs(page)).toHaveCount(1);
    expect(await values(page)).toEqual(["login.example.org"]);
    await expect(save(page)).toHaveAttribute("aria-disabled", "true");
  },
);

test("a name is required", SLOW, async ({ page, request }) => {
  await open(page, PATH, TITLE);
  await inputs(page).first().fill("  ");
  await save(page).click();
  await expect(page.getByText("This field is required.")).toBeVisible();
  await expect(inputs(page).first()).toBeFocused();
  expect(await stored(request)).toEqual(["sso.example.com", "login.example.net"]);
});

test.describe("when the server is unavailable", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });

  test("a failed save keeps the input", SLOW, async ({ page }) => {
    await open(page, PATH, TITLE);
    await add(page, "id.example.org");
    await page.route("**/virtualHostNames", (route) => route.abort());
    await save(page).click();
    await expect(page.getByText("Save Failed.")).toBeVisible();
    expect(await values(page)).toEqual(["sso.example.com", "login.example.net", "id.example.org"]);
    await page.unroute("**/virtualHostNames");
    await save(page).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
  });
});

test.describe("without the role", () => {
  test.use({ expectedProblems: [/status of 403/] });

  test("the names are not shown", SLOW, async ({ page, request }) => {
    await account(request, userAdministrator, { auditor: false, roles: ["USER_ADMINISTRATOR"] });
    await open(page, PATH, TITLE, userAdministrator);
    await expect(page.getByText("Your account does not have access to this page")).toBeVisible();
    await expect(inputs(page)).toHaveCount(0);
  });
});

test("an empty list explains the next step", SLOW, async ({ page, request }) => {
  await store(request, []);
  await open(page, PATH, TITLE);
  await expect(page.getByRole("heading", { name: "No virtual host names" })).toBeVisible();
  await expectAccessible(page);
  await add(page, "sso.example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect(await stored(request)).toEqual(["sso.example.com"]);
});

test("the server's errors are shown at their rows, after a deleted one too", SLOW, async ({ page, request }) => {
  await open(page, PATH, TITLE);
  await page.getByRole("button", { name: "Delete sso.example.com" }).click();
  await add(page, "LOGIN.example.net");
  await add(page, "not a name");
  await save(page).click();
  await expect(page.getByText("Save Failed.")).toBeVisible();
  await expect(inputs(page).nth(3)).toHaveAccessibleDescription(/must be a host name/);
  await expect(inputs(page).nth(1)).not.toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await inputs(page).nth(3).fill("other.example.net");
  await save(page).click();
  await expect(inputs(page).nth(2)).toHaveAccessibleDescription(/already in the list/);
  await page.getByRole("button", { name: "Delete LOGIN.example.net", exact: true }).click();
  await save(page).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect(await stored(request)).toEqual(["login.example.net", "other.example.net"]);
});

test("Cancel restores the stored names, and leaving asks about unsaved changes", SLOW, async ({ page, request }) => {
  await open(page, PATH, TITLE);
  await add(page, "id.example.org");
  await page.getByRole("button", { name: "Delete sso.example.com" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await values(page)).toEqual(["sso.example.com", "login.example.net"]);
  await add(page, "id.example.org");
  await page.getByRole("link", { name: "License" }).click();
  await expect(page.getByRole("dialog", { name: /Leave without saving/ })).toBeVisible();
  await page.getByRole("button", { name: "Stay on the page" }).click();
  expect(await values(page)).toEqual(["sso.example.com", "login.example.net", "id.example.org"]);
  expect(await stored(request)).toEqual(["sso.example.com", "login.example.net"]);
});

test("the second of two tabs sees both sides and decides", SLOW, async ({ page, request }) => {
  await open(page, PATH, TITLE);
  const other = await page.context().newPage();
  await other.goto(PATH);
  await expect(inputs(other)).toHaveCount(2);
  await add(page, "mine.example.org");
  await add(other, "theirs.example.org");
  await save(other).click();
  await expect(other.getByText("Settings saved.")).toBeVisible();
  await save(page).click();
  const dialog = page.getByRole("dialog", { name: /Another administrator saved/ });
  await expect(dialog.getByText("mine.example.org")).toBeVisible();
  await expect(dialog.getByText("theirs.example.org")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Overwrite with my changes" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect(await stored(request)).toEqual(["sso.example.com", "login.example.net", "mine.example.org"]);
});

test("an auditor sees the names and cannot change them", SLOW, async ({ page, request }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, PATH, TITLE, auditor);
  await expect(inputs(page)).toHaveCount(2);
  await expect(inputs(page).first()).toBeDisabled();
  for (const name of ["+Add", "Save", "Cancel", /^Delete/]) {
    await expect(page.getByRole("main").getByRole("button", { name })).toHaveCount(0);
  }
  await expectAccessible(page);
});

test("names are added, deleted, restored and saved with the keyboard alone", SLOW, async ({ page, request }) => {
  await open(page, PATH, TITLE);
  await inputs(page).first().focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Delete sso.example.com" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Undo deleting sso.example.com" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Delete sso.example.com" })).toBeFocused();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "+Add" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("id.example.org");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect(await stored(request)).toEqual(["sso.example.com", "login.example.net", "id.example.org"]);
});

test("a thousand names are edited like one", SLOW, async ({ page, request }) => {
  const names = Array.from({ length: 1000 }, (_, index) => `host-${index}.example.com`);
  await store(request, names);
  await open(page, PATH, TITLE);
  // By selector: finding a thousand inputs by their labels takes Playwright longer than the page takes to show them.
  await expect(page.locator(".hanse-host")).toHaveCount(1000);
  await page.locator(".hanse-host input").nth(499).fill("other.example.com");
  await save(page).click();
  await expect.poll(() => stored(request)).toEqual(names.with(499, "other.example.com"));
});

for (const { theme, width, details } of looks(1440)) {
  test(`is accessible in ${theme} at ${width} pixels`, details, async ({ page }) => {
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, PATH, TITLE);
    await expect(inputs(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Delete sso.example.com" }).click();
    await add(page, "");
    await save(page).click();
    await expect(page.getByText("This field is required.")).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
