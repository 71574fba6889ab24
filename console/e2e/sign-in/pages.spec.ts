/** The pages of users in a real browser: accessible in light and dark, and usable at 320 pixels, in every language. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { findings, STANDARDS } from "../axe.ts";
import { SLOW } from "../test.ts";

const ROOT = join(import.meta.dirname, "../../..");
const ORIGIN = "https://pages.invalid";
const folder = mkdtempSync(join(tmpdir(), "hanse-pages-"));

test.beforeAll(() => {
  const python = join(ROOT, ".venv/bin/python");
  const env = { ...process.env, PYTHONPATH: join(ROOT, "src") };
  execFileSync(python, ["-m", "tests.engine.signin.pages.write_pages", folder], { cwd: ROOT, env });
});
// Each test opens some hundred pages, for which a busy machine needs minutes.
test.describe.configure({ timeout: 300_000 });

test.afterAll(() => rmSync(folder, { recursive: true }));

/** Serves the rendered pages as a server would. */
async function serve(page: Page): Promise<void> {
  await page.route(`${ORIGIN}/**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    // Scripts only submit two of the pages; each has a link or a button for browsers without scripts.
    if (path.endsWith(".js")) return route.abort();
    const contentType = path.endsWith(".css") ? "text/css" : "text/html";
    // A page that redirects at once stays open here, as in a browser that does not follow the redirect.
    const body = readFileSync(join(folder, path), "utf8").replace('http-equiv="refresh"', 'name="refresh"');
    return route.fulfill({ body, contentType });
  });
}

function pages(ending: string): string[] {
  const found = readdirSync(folder).filter((name) => name.endsWith(ending));
  expect(found.length).toBeGreaterThan(20);
  return found;
}

test("pages are accessible in light and dark", SLOW, async ({ page }) => {
  await serve(page);
  for (const name of pages(".en.html")) {
    await page.goto(`${ORIGIN}/${name}`);
    expect.soft(await findings(page, STANDARDS), `${name} in light`).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect.soft(await findings(page, ["color-contrast"]), `${name} in dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
  }
});

test("no page is wider than 320 pixels", SLOW, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await serve(page);
  for (const name of pages(".html")) {
    await page.goto(`${ORIGIN}/${name}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, name).toBeLessThanOrEqual(320);
  }
});
