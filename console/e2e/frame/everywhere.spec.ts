/**
 * Every page of the inner frame, as listed by the navigation, so that new pages are tested automatically. The behavior
 * of each page has its own tests.
 */
import type { Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { account, auditor, beginSession, choose, fits } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";
import { changingButtons, type FrameNode, frameOf, framesOf, goTo } from "./frames.ts";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** The rules for all pages: one heading, no horizontal scrolling, and one element that scrolls. */
async function expectSound(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText([heading]);
  await expectAccessible(page);
  expect(await fits(page)).toBe(true);
  await expect
    .poll(() => page.frames()[1]?.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
    .toBeLessThanOrEqual(0);
}

/** The addresses of a node's forms for new items: one for each type. */
async function newForms(page: Page, node: FrameNode): Promise<string[]> {
  const frame = await goTo(page, node.path);
  // A form may contain a link with this name, beside a picker without options.
  const empty = frame.locator(".pf-v6-c-empty-state");
  const counts = [page.getByRole("main"), empty].map((where) => where.getByRole("link", { name: /^Add / }).count());
  if ((await Promise.all(counts)).every((count) => count === 0)) return [];
  const choice = await goTo(page, `${node.path}/add`);
  const types = await choice
    .locator(".hanse-types a")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).search));
  return types.length > 0 ? types.map((type) => `${node.path}/add${type}`) : [`${node.path}/add`];
}

// Axe takes seconds for a page on a small machine, so that one test of all pages would exceed any reasonable limit.
const AREAS = ["Authentication", "Applications", "Security", "System"];

function isBelow(area: string): (node: FrameNode) => boolean {
  return ({ path }) => path.startsWith(`/${area.toLowerCase()}/`);
}

test("every page is below one of the areas", SLOW, async ({ page }) => {
  await beginSession(page);
  const nodes = await framesOf(page);
  expect(nodes.length).toBeGreaterThan(20);
  expect(nodes.filter((node) => !AREAS.some((area) => isBelow(area)(node)))).toEqual([]);
});

for (const { theme, width } of looks(1280)) {
  for (const area of AREAS) {
    test(`every page is accessible and fits: ${theme}, ${width}, ${area}`, SLOW, async ({ page }) => {
      test.setTimeout(1_200_000);
      await choose(page, theme);
      await page.setViewportSize({ width, height: 900 });
      await beginSession(page);
      for (const node of (await framesOf(page)).filter(isBelow(area))) {
        await test.step(node.id, async () => {
          await goTo(page, node.path);
          await expectSound(page, node.label);
          for (const form of await newForms(page, node)) {
            await goTo(page, form);
            await expect(page.getByRole("heading", { level: 1, name: /^Add / })).toBeVisible();
            await expectSound(page, (await page.getByRole("heading", { level: 1 }).textContent()) ?? "");
          }
        });
      }
    });
  }
}

test("every empty form reports its required fields and links to them", SLOW, async ({ page }) => {
  test.setTimeout(1_200_000);
  await beginSession(page);
  for (const node of await framesOf(page)) {
    for (const form of await newForms(page, node)) {
      await test.step(form, async () => {
        const frame = await goTo(page, form);
        // Like a browser without scripts: the button is disabled until something is entered.
        await frame.locator("form.hanse-form").evaluate((element) => (element as HTMLFormElement).submit());
        const problem = frame.locator("#problem");
        await expect.poll(async () => (await problem.count()) > 0 || !page.url().includes("/add")).toBe(true);
        if (!page.url().includes("/add")) return;
        await expect(problem).toBeFocused();
        await expectAccessible(page);
        for (const link of await frame.locator("#problem a").all()) {
          const target = (await link.getAttribute("href"))?.slice(1) ?? "";
          await link.click();
          await expect(frame.locator(`[id="${target}"]:focus, [id="${target}-select"]:focus`)).toHaveCount(1);
        }
      });
    }
  }
});

test("an auditor sees every page without anything to change it", SLOW, async ({ page, request }) => {
  test.setTimeout(600_000);
  await account(request, auditor, { auditor: true, roles: [] });
  await beginSession(page);
  const all = await framesOf(page);
  await page.context().clearCookies({ name: "__Host-hanse-session" });
  await beginSession(page, auditor);
  const nodes = await framesOf(page);
  expect(nodes.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  for (const node of nodes) {
    await test.step(node.id, async () => {
      const frame = await goTo(page, node.path);
      await expect(page.getByRole("heading", { level: 1, name: node.label })).toBeVisible();
      await expect(page.getByRole("link", { name: /^Add / })).toHaveCount(0);
      await expect(frame.getByRole("link", { name: /^(Add|Delete) / })).toHaveCount(0);
      const form = frame.locator("form[method=post]");
      await expect(form.locator(":is(input:not([type=hidden]), select, textarea):enabled")).toHaveCount(0);
      await expect(changingButtons(form)).toHaveCount(0);
      const item = frame.locator("td[data-label=Name] a").first();
      if ((await item.count()) === 0) return;
      await item.click();
      await expect(page).toHaveURL(/\/edit\//);
      const opened = await frameOf(page);
      await expect(opened.getByText("As an auditor, you can view this page but cannot change it.")).toBeVisible();
      await expect(opened.locator(":is(input:not([type=hidden]), select, textarea):enabled")).toHaveCount(0);
      await expect(changingButtons(opened.locator("form[method=post]"))).toHaveCount(0);
    });
  }
});
