import { expect, expectAccessible, SLOW } from "../test.ts";
import { test } from "./wizard.ts";

test("behind a proxy the wizard requires the one-time link", SLOW, async ({ wizard, page, fresh }) => {
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": "192.0.2.1" });
  await page.goto("/");
  await wizard.expectScreen("Open the setup link");
  await expectAccessible(page);
  expect(fresh.setupLink).not.toBeNull();
  await page.goto(fresh.setupLink ?? "");
  await wizard.expectScreen("Terms and Conditions");
});

test(
  "a used setup link leads a second browser to a page that explains it",
  SLOW,
  async ({ wizard, page, fresh, browser }) => {
    const first = await browser.newContext({ ignoreHTTPSErrors: true });
    await (await first.newPage()).goto(fresh.setupLink ?? "");
    await first.close();
    await page.setExtraHTTPHeaders({ "X-Forwarded-For": "192.0.2.1" });
    await page.goto(fresh.setupLink ?? "");
    await wizard.expectScreen("This setup link is invalid or was already used");
    await expectAccessible(page);
  },
);
