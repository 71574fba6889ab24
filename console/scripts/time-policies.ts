/**
 * Times pages of policies in a real browser, taking turns: opening each, and one change of it. For `bench/policies.py`.
 *
 * Arguments: the server, the cookie of a session, how often, and the ids of policies. Prints milliseconds as JSON.
 */
import { chromium, type Page } from "@playwright/test";
import { browserArguments, findBrowser } from "../e2e/browser.ts";
import { PAGE_TAKEN } from "../src/features/frame/page.ts";

const [server = "", cookie = "", times = "", ...ids] = process.argv.slice(2);

/** Until the page is painted. */
function drawn(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function timed(work: () => Promise<unknown>, page: Page): Promise<number> {
  const began = performance.now();
  await work();
  await drawn(page);
  return performance.now() - began;
}

const [name = "", value = ""] = cookie.split("=");
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments() });
const context = await browser.newContext({ baseURL: server, ignoreHTTPSErrors: true });
await context.addCookies([{ name, value, url: server, secure: true }]);
const page = await context.newPage();
const found = Object.fromEntries(ids.map((id) => [id, { open: [] as number[], change: [] as number[] }]));
for (let round = 0; round < Number(times); round++) {
  for (const id of ids) {
    const address = `/pf-admin-ui/frame/policies/edit/${id}`;
    found[id]?.open.push(await timed(() => page.goto(address), page));
    const root = page.locator("[data-choose]").first();
    await root.evaluate((select: HTMLSelectElement) => {
      select.selectedIndex += 1;
    });
    // The page sends its form with a script, and dispatches an event once the answer is shown (`src/frame/posting.ts`).
    const apply = () =>
      root.evaluate(
        (select: HTMLSelectElement, taken) =>
          new Promise<void>((done) => {
            document.addEventListener(taken, () => done(), { once: true });
            select.form?.requestSubmit(
              select.closest(".hanse-node__row")?.querySelector<HTMLButtonElement>("[data-apply]"),
            );
          }),
        PAGE_TAKEN,
      );
    found[id]?.change.push(await timed(apply, page));
  }
}
console.log(JSON.stringify(found));
await browser.close();
