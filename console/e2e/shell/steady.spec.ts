/** Nothing moves when data arrives: space is reserved for loading content. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { frameOf } from "../frame/frames.ts";
import { setUp } from "../session/administrator.ts";
import { test } from "../system/licenses.ts";
import { beginSession, open, post, put } from "../system/signedIn.ts";
import { expect, SLOW } from "../test.ts";

interface NavNode {
  path?: string | null;
  react: boolean;
  level: string;
  children: NavNode[];
}

/** Slow enough that everything else is rendered first, and each answer arrives separately. */
const DELAYS_MS = [600, 900, 1200];

/** Forms below the lists, which load the objects they refer to. */
const FORMS = [
  "/security/certificate-and-key-management/token-signing-keys/add",
  "/system/oauth-settings/virtual-issuers/add",
];

const leaves = (nodes: readonly NavNode[]): NavNode[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? leaves(node.children) : [node]));

/** Returns the paths of the console's own pages, and of the areas above them. */
async function ownPages(page: Page): Promise<string[]> {
  const answer = await page.request.get("/pf-admin-ui/uiSettings", { headers: { "X-XSRF-Header": "e2e" } });
  const tree: NavNode[] = (await answer.json()).navTree;
  const areas = tree.flatMap(({ path }) => path ?? []);
  const own = leaves(tree).flatMap(({ path, react }) => (react && path ? [path] : []));
  return [...new Set(["/", ...areas, ...own, ...FORMS])];
}

/** The layout shifts recorded by Chromium, with element and distance. */
async function moved(page: Page): Promise<string[]> {
  return await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const found: string[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const shift = entry as PerformanceEntry & {
              sources: { node?: Element; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
            };
            for (const { node, previousRect: from, currentRect: to } of shift.sources) {
              const named = node instanceof Element ? `${node.tagName}.${node.className}` : "text";
              found.push(`${named}: (${from.x}, ${from.y}) to (${to.x}, ${to.y})`);
            }
          }
        });
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(found)));
      }),
  );
}

test("pages keep their layout while data arrives", SLOW, async ({ page, request }) => {
  test.setTimeout(300_000);
  await setUp(request);
  await post(request, "/oauth/issuers", { name: "Steady", host: "steady.example" });
  await beginSession(page);
  const pages = await ownPages(page);
  expect(pages.length).toBeGreaterThan(15);
  let asked = 0;
  await page.route(/\/pf-admin-(api|ui)\/(?!uiSettings|session|apitoken)/, async (route) => {
    const delay = DELAYS_MS[asked++ % DELAYS_MS.length];
    await new Promise((resolve) => setTimeout(resolve, delay));
    await route.continue().catch(() => undefined);
  });
  const found: Record<string, string[]> = {};
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const shifts = await moved(page);
    if (shifts.length > 0) found[path] = shifts;
  }
  expect(found).toEqual({});
});

test("nothing moves when a banner disappears", SLOW, async ({ page, request, licenses }) => {
  await setUp(request);
  const use = (file: string) => put(request, "/license", { fileData: readFileSync(file).toString("base64") });
  await use(licenses.ending);
  await open(page, "/applications/oauth/clients", "Clients");
  const frame = await frameOf(page);
  const banner = page.getByRole("region", { name: "Banners" }).getByText(/^The license expires on/);
  await expect(banner).toBeVisible();
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.boundingBox();
  await use(licenses.good);
  // Activity in the frame refreshes the status.
  await expect(async () => {
    await frame.locator("body").click({ position: { x: 2, y: 2 } });
    await expect(banner).toBeHidden({ timeout: 2000 });
  }).toPass();
  expect(await heading.boundingBox()).toEqual(before);
  expect(await moved(page)).toEqual([]);
});
