/** The guided tour (specification 1, sections 2, 4 and 9), on the real page and with the browser's own cookies. */
import type { Locator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { beginSession, choose, fits } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";

const STEPS = ["Alerts", "Back to the dashboard", "Search", "Shortcuts", "Help"];
const YEAR = 365 * 24 * 60 * 60;
/** The maximum distance between a step and its anchor. */
const NEAR = 40;

const welcome = (page: Page) => page.getByRole("dialog", { name: "Welcome to Hanse" });
const step = (page: Page, number: number) =>
  page.getByRole("dialog", { name: `Step ${number} of 5 ${STEPS[number - 1]}` });
const cookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name === "__Host-hanse-tour");

/** The five real anchors, found by their labels. */
const anchors = (page: Page): Locator[] => [
  page.getByRole("button", { name: /^Notifications/, includeHidden: true }),
  page.getByRole("link", { name: "Hanse, home", includeHidden: true }),
  page.getByRole("button", { name: "Search", includeHidden: true }),
  page.getByRole("region", { name: "Shortcuts", includeHidden: true }),
  page.getByRole("button", { name: "Help", exact: true, includeHidden: true }),
];

/** The distance between two boxes, 0 when they touch. */
async function distance(one: Locator, other: Locator): Promise<number> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!(a && b)) return Number.POSITIVE_INFINITY;
  const gap = (start: number, size: number, from: number, length: number) =>
    Math.max(0, from - (start + size), start - (from + length));
  return Math.max(gap(a.x, a.width, b.x, b.width), gap(a.y, a.height, b.y, b.height));
}

test.beforeEach(async ({ page, request }) => {
  await setUp(request);
  await beginSession(page);
});

test.describe("before it is dismissed", () => {
  test.use({ tourIsNew: true });

  test("it starts by itself, has five steps by keyboard, and is not repeated", SLOW, async ({ page }) => {
    await page.goto("/");
    await expect(welcome(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Start" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    for (const [index, anchor] of anchors(page).entries()) {
      const dialog = step(page, index + 1);
      await expect(dialog.getByRole("button", { name: index === 4 ? "Done" : "Next" })).toBeFocused();
      await expect(anchor).toHaveAttribute("data-tour-here");
      await expect.poll(() => distance(dialog, anchor)).toBeLessThan(NEAR);
      await expectAccessible(page);
      expect(await cookies(page)).toEqual([]);
      await page.keyboard.press("Enter");
    }
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const [cookie, ...others] = await cookies(page);
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ secure: true, path: "/", sameSite: "Strict" });
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - YEAR)).toBeLessThan(120);
    await page.reload();
    await expect(page.getByRole("region", { name: "Shortcuts" })).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  test("closing it sets the cookie too", SLOW, async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Start" }).click();
    await expect(step(page, 1)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(await cookies(page)).toMatchObject([{ secure: true, value: "dismissed" }]);
  });

  test("it waits for the home page", SLOW, async ({ page }) => {
    await page.goto("/system");
    await expect(page.getByRole("heading", { level: 1, name: "System" })).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByRole("link", { name: "Hanse, home" }).click();
    await expect(welcome(page)).toBeVisible();
  });
});

test("Show Me Around starts it again, on the home page only", SLOW, async ({ page }) => {
  await page.goto("/system");
  const help = page.getByRole("button", { name: "Help", exact: true });
  await help.click();
  await expect(page.getByRole("menuitem", { name: "About" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Show Me Around" })).toBeHidden();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Hanse, home" }).click();
  await expect(page.getByRole("region", { name: "Shortcuts" })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await help.click();
  await page.getByRole("menuitem", { name: "Show Me Around" }).click();
  await expect(welcome(page)).toBeVisible();
  await page.getByRole("button", { name: "Skip the tour" }).click();
  await expect(help).toBeFocused();
});

for (const theme of ["light", "dark"] as const) {
  test(`it follows its target when the window changes, in ${theme}`, SLOW, async ({ page }) => {
    await choose(page, theme);
    await page.goto("/");
    await page.getByRole("button", { name: "Help", exact: true }).click();
    await page.getByRole("menuitem", { name: "Show Me Around" }).click();
    await page.getByRole("button", { name: "Start" }).click();
    for (const [index, anchor] of anchors(page).entries()) {
      const dialog = step(page, index + 1);
      await expect(dialog.getByRole("button", { name: index === 4 ? "Done" : "Next" })).toBeFocused();
      for (const [width, height] of [
        [390, 844],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => distance(dialog, anchor)).toBeLessThan(NEAR);
        await expect(dialog).toBeInViewport({ ratio: 0.99 });
        if (index % 3 === 0) await expectAccessible(page);
        await expect.poll(() => fits(page)).toBe(true);
        if (process.env.SHOTS)
          await page.screenshot({ path: `${process.env.SHOTS}/tour-${index + 1}-${width}-${theme}.png` });
      }
      await page.keyboard.press("Enter");
    }
  });
}
