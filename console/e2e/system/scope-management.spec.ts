import { setUp } from "../session/administrator.ts";
import { expect, expectAccessible, looks, pickUp, SLOW, test } from "../test.ts";
import {
  available,
  clear,
  dialog,
  fill,
  make,
  makeMany,
  names,
  numbered,
  PATH,
  row,
  save,
  scope,
  search,
  selected,
  tab,
} from "./scopes.ts";
import { account, auditor, beginSession, choose, fits, get } from "./signedIn.ts";

test.beforeEach(async ({ request, page }) => {
  await setUp(request);
  await clear(request);
  await beginSession(page);
});

test("scopes are added, changed and deleted; errors are shown at their fields", async ({ page }) => {
  await page.goto(PATH);
  await expect(page.getByRole("heading", { name: "No common scopes" })).toBeVisible();
  await tab(page, "Exclusive Scopes").click();
  await page.getByRole("link", { name: "Add Exclusive Scope" }).click();
  await fill(page, "payment:1", "Make one payment");
  await page.getByRole("checkbox", { name: "Dynamic Scope" }).check();
  await save(page).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(/must contain one asterisk/);
  await page.getByRole("textbox", { name: "Name" }).fill("payment:*");
  await save(page).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await expect(row(page, "payment:*")).toContainText("Dynamic");

  await page.getByRole("button", { name: "Edit payment:*" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveAttribute("readonly");
  await page.getByRole("textbox", { name: "Description" }).fill("Pay a bill");
  await save(page).click();
  await expect(row(page, "payment:*")).toContainText("Pay a bill");

  // The same name among the common scopes would be ambiguous.
  await tab(page, "Common Scopes").click();
  await page.getByRole("link", { name: "Add Common Scope" }).click();
  await fill(page, "payment:*", "Twice");
  await page.getByRole("checkbox", { name: "Dynamic Scope" }).check();
  await save(page).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription("This name is already in use.");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();

  await tab(page, "Exclusive Scopes").click();
  await page.getByRole("button", { name: "Delete payment:*" }).click();
  await dialog(page).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("payment:* was deleted.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No exclusive scopes" })).toBeVisible();
});

test(
  "lists are searched, sorted and paged by the server; another tab starts at the first page",
  SLOW,
  async ({ page, request }) => {
    await makeMany(request, "scopes", "account", 22);
    await page.goto(PATH);
    await expect(page.getByRole("rowheader").first()).toHaveText(numbered("account", 1));
    await page.getByRole("button", { name: "Name" }).click();
    await expect(page.getByRole("rowheader").first()).toHaveText(numbered("account", 22));
    await page.getByRole("button", { name: "Next page" }).first().click();
    await expect(page.getByRole("rowheader")).toHaveCount(2);
    await search(page).fill("00021");
    await expect(page.getByRole("rowheader")).toHaveText([numbered("account", 21)]);
    await page.reload();
    await expect(page.getByRole("rowheader")).toHaveText([numbered("account", 21)]);
    await tab(page, "Exclusive Scopes").click();
    await tab(page, "Common Scopes").click();
    await expect(search(page)).toHaveValue("");
    await expect(page.getByRole("rowheader").first()).toHaveText(numbered("account", 1));
    expect(new URL(page.url()).search).toBe("");
  },
);

test("a group is edited by dragging, keys and buttons, and its scopes cannot be deleted", async ({ page, request }) => {
  await make(request, "commonScopes", ...["a", "b", "c", "d"].map((name) => scope(name)));
  await page.goto(`${PATH}/add?tab=commonScopeGroups`);
  await fill(page, "letters", "Some letters");
  await page.getByRole("button", { name: "Add openid" }).click();

  await page.getByRole("button", { name: "Drag b" }).hover();
  await page.mouse.down();
  const { x, y, width, height } = (await selected(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => names(selected(page))).toEqual(["b", "openid"]);

  await pickUp(page, page.getByRole("button", { name: "Drag c" }));
  await expect(page.getByText(/^(Picked up c|c is over the available scopes)\.$/)).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("c is over the selected scopes.")).toBeAttached();
  await page.keyboard.press("Space");
  await expect.poll(() => names(selected(page))).toEqual(["b", "c", "openid"]);
  await expect.poll(() => names(available(page))).toEqual(["a", "d"]);
  await page.getByRole("button", { name: "Remove openid" }).click();
  await expectAccessible(page);
  await save(page).click();
  await expect(row(page, "letters")).toContainText("bc");

  await tab(page, "Common Scopes").click();
  await page.getByRole("button", { name: "Delete b" }).click();
  await expect(dialog(page)).toContainText("This scope is in use and cannot be deleted.");
  await expect(dialog(page)).toContainText("letters");
  await dialog(page).getByRole("button", { name: "Close dialog" }).click();
});

test("saving the default scope changes no other setting", SLOW, async ({ page, request }) => {
  await page.goto(`${PATH}?tab=defaultScope`);
  const words = `Basic access ${Date.now()}`;
  await page.getByLabel("Default scope description").fill(words);
  await save(page).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  const settings = await get<Record<string, unknown>>(request, "/oauth/authServerSettings");
  expect(settings).toMatchObject({ defaultScopeDescription: words, refreshTokenLength: 42 });
});

test("auditors see everything and change nothing", async ({ page, request }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await make(request, "commonScopes", scope("a"));
  await make(request, "commonScopeGroups", scope("g", { scopes: ["a"] }));
  await beginSession(page, auditor);
  await page.goto(`${PATH}?tab=commonScopeGroups`);
  await page.getByRole("link", { name: "g", exact: true }).click();
  await expect.poll(() => names(selected(page))).toEqual(["a"]);
  await expect(page.getByRole("textbox", { name: "Description" })).toBeDisabled();
  await expect(save(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^(Add|Remove|Drag) / })).toHaveCount(0);
  await page.goto(PATH);
  await expect(page.getByRole("link", { name: "a", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Edit|Delete) / })).toHaveCount(0);
});

test("the picker shows thousands of scopes with at most a hundred elements on the page", {
  tag: "@slow",
}, async ({ page, request }) => {
  test.setTimeout(300_000);
  const count = 3000;
  await makeMany(request, "exclusiveScopes", "order", count);
  await page.goto(`${PATH}/add?tab=exclusiveScopeGroups`);
  const first = page.getByRole("button", { name: `Add ${numbered("order", 1)}` });
  await expect(first).toBeVisible();

  // To the end with the keyboard: the visible part never has a gap, whatever is loaded or dropped.
  await first.focus();
  for (let round = 0; round < 400; round += 1) {
    await page.keyboard.press("End");
    const seen = (await names(available(page))).map((name) => Number(name.split("-")[1]));
    expect(seen.length).toBeLessThan(40);
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => (seen[0] ?? 0) + index));
    if (seen.at(-1) === count) break;
  }
  await page.getByRole("button", { name: `Add ${numbered("order", count)}` }).click();
  await expect.poll(() => names(selected(page))).toEqual([numbered("order", count)]);

  // And back to the start with the wheel.
  await available(page).getByRole("list").hover();
  await expect(async () => {
    await page.mouse.wheel(0, -20_000);
    await expect(first).toBeVisible({ timeout: 50 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole("textbox", { name: "Search available scopes" }).fill("02999");
  await expect.poll(() => names(available(page))).toEqual([numbered("order", 2999)]);
});

for (const { theme, width, details } of looks(1280, {})) {
  test(`is accessible and fits, ${theme}, ${width} px`, details, async ({ page, request }) => {
    await make(
      request,
      "commonScopes",
      scope("payment:*", { dynamic: true }),
      ...["a", "b", "c"].map((name) => scope(name)),
    );
    await make(request, "commonScopeGroups", scope("https://api.example/auth/everything.read", { scopes: ["a", "b"] }));
    await choose(page, theme);
    await page.setViewportSize({ width, height: 900 });
    for (const [place, there] of [
      ["", "payment:*"],
      ["?tab=commonScopeGroups", "everything.read"],
      ["?tab=defaultScope", "Default scope description"],
      ["/add", "Dynamic Scope"],
      ["/edit?tab=commonScopeGroups&name=https%3A%2F%2Fapi.example%2Fauth%2Feverything.read", "About c"],
    ] as const) {
      await page.goto(PATH + place);
      await expect(page.getByText(there).first()).toBeVisible();
      await expectAccessible(page);
      expect(await fits(page)).toBe(true);
    }
  });
}
