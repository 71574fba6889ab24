/**
 * Common behavior of both kinds of pages: a list and a form of the console, and a list and a form rendered by the
 * server. Each row of the table in console/README.md is a test here, for both.
 */
import type { APIRequestContext, FrameLocator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { clear } from "../system/scopes.ts";
import { asFirst, beginSession, get, open, put } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { CONTRACT_PAGES, CONTRACTS, KINDS, type Kind } from "./kindsOfPages.ts";

/** Opens an item's form and enters a value, while another administrator saves the item. */
async function contest(page: Page, request: APIRequestContext, one: Kind) {
  await asFirst(request, "POST", one.collection, one.item("contested"));
  await beginSession(page);
  await one.form(page, "contested");
  const inside = one.inside(page);
  // The exact label: while the form is loading, the list is still shown with its "Search by name or description".
  const field = inside.getByRole("textbox", { name: one.field, exact: true });
  await field.fill("Mine");
  const path = `${one.collection}/${one.idOf("contested")}`;
  await put(request, path, one.changed(await get<object>(request, path), "Theirs"));
  return {
    path,
    field,
    save: inside.getByRole("button", { name: "Save", exact: true }),
    dialog: page.getByRole("dialog", { name: /Another administrator saved changes in the meantime/ }),
  };
}

const searchField = (inside: Page | FrameLocator) => inside.locator("input[aria-label^=Search]:visible").last();
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function makeTwentyThree(request: APIRequestContext, { collection, item }: Kind): Promise<string[]> {
  const names = Array.from({ length: 23 }, (_, index) => `alike-${String(index + 1).padStart(2, "0")}`);
  for (const name of names) await asFirst(request, "POST", collection, item(name));
  return names;
}

test.beforeEach(async ({ request }) => {
  await setUp(request);
  await clear(request);
});

for (const one of KINDS) {
  test.describe(one.kind, () => {
    test("lists search while typing, sort, page, and have no pager for a single page", async ({ page, request }) => {
      await makeTwentyThree(request, one);
      await beginSession(page);
      await page.goto("/");
      await page.goto(`${one.path}?search=alike`);
      const inside = one.inside(page);
      await expect(one.rows(inside)).toHaveCount(20);
      const frame = await page.$("iframe");
      await expect(inside.getByText("1–20 of 23").last()).toBeVisible();
      await inside.locator("th").filter({ hasText: "Name" }).locator("a, button").click();
      await expect(one.rows(inside).first()).toHaveText("alike-23");
      expect(parameters(page)).toEqual({ search: "alike", order: "desc" });
      await inside.getByRole(one.kind === "the server's" ? "link" : "button", { name: "Next page" }).click();
      await expect(one.rows(inside)).toHaveCount(3);
      expect(parameters(page)).toMatchObject({ search: "alike", order: "desc", page: "2" });
      await page.goBack();
      await expect(one.rows(inside)).toHaveCount(20);
      await one.show50(inside);
      await expect(one.rows(inside)).toHaveCount(23);
      expect(parameters(page)).toEqual({ search: "alike", order: "desc", perPage: "50" });
      // Typing starts the search; the focus stays in the field, and no letter is lost.
      await searchField(inside).click();
      await page.keyboard.press("End");
      await page.keyboard.type("-0", { delay: 60 });
      await expect(one.rows(inside)).toHaveCount(9);
      await page.keyboard.type("7", { delay: 60 });
      await expect(one.rows(inside)).toHaveText(["alike-07"]);
      await expect(searchField(inside)).toHaveValue("alike-07");
      await expect(searchField(inside)).toBeFocused();
      expect(parameters(page)).toEqual({ search: "alike-07", order: "desc", perPage: "50" });
      await expect(inside.getByText("1–20 of")).toHaveCount(0);
      await expect(inside.getByRole("navigation", { name: /^Pages of/ })).toHaveCount(0);
      // All of this happened in one frame, and typing added no history entries.
      if (frame) expect(await frame.evaluate((element) => element.isConnected)).toBe(true);
      await page.goBack();
      await expect(one.rows(inside)).toHaveCount(20);
      await searchField(inside).fill("nobody");
      await expect(inside.getByRole("heading", { name: "Nothing found" })).toBeVisible();
      await inside.getByText("Clear search").last().click();
      await expect(one.rows(inside).first()).toBeVisible();
      expect(parameters(page)).not.toHaveProperty("search");
    });

    test(
      "an item can be opened during a search, and text typed as soon as its form appears is kept",
      SLOW,
      async ({ page, request }) => {
        await asFirst(request, "POST", one.collection, one.item("found"));
        await page.clock.install();
        await open(page, `${one.path}?search=found`, one.title);
        const inside = one.inside(page);
        await one.opening(inside, "found").waitFor();
        let pass = () => {};
        const passed = new Promise<void>((resolve) => {
          pass = resolve;
        });
        await page.route(/\.js$|\/edit\/found/, async (route) => {
          await passed;
          await route.continue();
        });
        // The pause after which the search starts ends while the form is still loading.
        await page.clock.pauseAt(Date.now() + 60_000);
        await searchField(inside).fill("foun");
        await one.opening(inside, "found").click();
        await page.clock.runFor(1_000);
        await page.clock.resume();
        await expect(page).toHaveURL(/\/edit.*found/);
        await expect(page.getByRole("heading", { level: 1, name: one.title })).toBeVisible();
        pass();
        const slow = await page.context().newCDPSession(page);
        await slow.send("Emulation.setCPUThrottlingRate", { rate: 6 });
        const field = inside.getByRole("textbox", { name: one.field, exact: true });
        const stored = one.kind === "the server's" ? "found" : "About found";
        await field.waitFor();
        await field.press("Control+Home");
        await field.pressSequentially("typed at once ");
        await page.clock.runFor(1_000);
        await expect(field).toHaveValue(`typed at once ${stored}`);
        await expect(field).toBeFocused();
        expect(parameters(page).search ?? "found").toBe("found");
      },
    );

    test("a dialog asks before an item is deleted, and Enter cancels it", async ({ page, request }) => {
      await asFirst(request, "POST", one.collection, one.item("passing"));
      await open(page, `${one.path}?search=passing`, one.title);
      const inside = one.inside(page);
      const dialog = page.getByRole("dialog", { name: "Delete passing?" });
      await one.deletion(inside, "passing").click();
      await expect(dialog).toBeVisible();
      await expectAccessible(page);
      await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(dialog).toHaveCount(0);
      await expect(one.deletion(inside, "passing")).toBeFocused();
      await one.deletion(inside, "passing").click();
      await dialog.getByRole("button", { name: one.confirm, exact: true }).click();
      await expect(page.getByText("passing was deleted.")).toBeVisible();
      await expect(one.deletion(inside, "passing")).toHaveCount(0);
    });

    test("a conflict is a dialog with both sides, and closing it keeps what was entered", async ({ page, request }) => {
      const { path, save, field, dialog } = await contest(page, request, one);
      const stored = () => get<object>(request, path);
      await save.click();
      await expect(dialog).toBeVisible();
      await expectAccessible(page);
      for (const side of ["Mine", "Theirs"]) await expect(dialog.getByRole("cell", { name: side })).toBeVisible();
      // Enter on the initially focused button overwrites nothing, and Escape returns to the form and its button.
      await page.keyboard.press("Enter");
      await expect(dialog).toHaveCount(0);
      await expect(save).toBeFocused();
      await expect(field).toHaveValue("Mine");
      // The next save meets the same conflict: nothing is overwritten without an explicit choice.
      await page.keyboard.press("Enter");
      await expect(dialog.locator(":focus")).toHaveCount(1);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(save).toBeFocused();
      await expect(field).toHaveValue("Mine");
      expect(JSON.stringify(await stored())).toContain("Theirs");
      await save.click();
      await dialog.getByRole("button", { name: "Discard my changes and load the stored version" }).click();
      await expect(dialog).toHaveCount(0);
      await expect(field).toHaveValue("Theirs");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      expect(JSON.stringify(await stored())).toContain("Theirs");
    });

    test("a conflict is overwritten by the choice to do so only", SLOW, async ({ page, request }) => {
      const { path, save, dialog } = await contest(page, request, one);
      await save.click();
      await dialog.getByRole("button", { name: "Overwrite with my changes" }).click();
      await expect(dialog).toHaveCount(0);
      await expect.poll(async () => JSON.stringify(await get<object>(request, path))).toContain("Mine");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });

    test("errors are summarized with links to their fields", SLOW, async ({ page, request }) => {
      await asFirst(request, "POST", one.collection, one.item("taken"));
      await open(page, one.adding.path, /^Add /);
      const inside = one.inside(page);
      const field = inside.getByRole("textbox", { name: one.adding.label, exact: true });
      await field.fill("taken");
      for (const [label, text] of Object.entries(one.adding.more)) {
        await inside.getByRole("textbox", { name: label, exact: true }).fill(text);
      }
      await inside.getByRole("button", { name: "Save", exact: true }).click();
      const summary = inside.getByRole("alert").filter({ hasText: "The changes were not saved" });
      await expect(summary).toBeFocused();
      await summary.getByRole("link", { name: /already in use/ }).click();
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveAccessibleDescription(/already in use/);
      await expectAccessible(page);
      // The cause may be removed elsewhere, so the unchanged form can be saved again.
      await asFirst(request, "DELETE", `${one.collection}/${one.idOf("taken")}`);
      await inside.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page).toHaveURL((url) => url.pathname === one.path);
    });

    test("Save and Cancel stay visible", SLOW, async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 500 });
      await open(page, one.adding.path, /^Add /);
      const inside = one.inside(page);
      await expect(inside.getByRole("button", { name: "Save", exact: true })).toBeInViewport({ ratio: 0.9 });
      await expect(inside.getByText("Cancel", { exact: true })).toBeInViewport({ ratio: 0.9 });
    });
  });
}

test("the frame stays the same element within a node, and going back asks about unsaved changes", async ({
  page,
  request,
}) => {
  await asFirst(request, "POST", CONTRACTS, { id: "kept", name: "kept" });
  await open(page, `${CONTRACT_PAGES}?search=kept`, "Policy Contracts");
  const frame = page.frameLocator("iframe");
  await frame.getByRole("link", { name: "kept", exact: true }).waitFor();
  await page.locator("iframe").evaluate((element) => element.setAttribute("data-marked", ""));
  await frame.getByRole("link", { name: "kept", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "kept" })).toBeVisible();
  await expect(page).toHaveURL(/edit\/kept$/);
  await expect(page.locator("iframe[data-marked]")).toBeVisible();
  await frame.getByRole("textbox", { name: "Contract name" }).fill("changed");
  await expect(frame.getByText("No changes yet.")).toHaveCount(0);
  await page.goBack();
  await page.getByRole("dialog").getByRole("button", { name: "Stay on the page" }).click();
  await expect(frame.getByRole("textbox", { name: "Contract name" })).toHaveValue("changed");
  await page.goBack();
  await page.getByRole("dialog").getByRole("button", { name: "Leave without saving" }).click();
  await expect(frame.getByRole("link", { name: "kept", exact: true })).toBeVisible();
  await expect(page.locator("iframe[data-marked]")).toBeVisible();
  await page.goForward();
  await expect(frame.getByRole("textbox", { name: "Contract name" })).toHaveValue("kept");
});

test("nothing moves while the pages of a frame load", SLOW, async ({ page, request }) => {
  await asFirst(request, "POST", CONTRACTS, { id: "still", name: "still" });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.push(entry.value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const moved = async () => {
    const all = await Promise.all(
      page.frames().map((each) => each.evaluate(() => (window as unknown as { shifts: number[] }).shifts)),
    );
    return all.flat().reduce((sum, each) => sum + each, 0);
  };
  await open(page, `${CONTRACT_PAGES}?search=still`, "Policy Contracts");
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("link", { name: "still", exact: true })).toBeVisible();
  expect(await moved()).toBeLessThan(0.02);
  await frame.getByRole("link", { name: "still", exact: true }).click();
  await expect(frame.getByRole("textbox", { name: "Contract name" })).toBeVisible();
  await page.goBack();
  await expect(frame.getByRole("link", { name: "still", exact: true })).toBeVisible();
  expect(await moved()).toBeLessThan(0.02);
});
