/** What those see of forms who may only look, and paths that are nobody's. */
import { setUp } from "../session/administrator.ts";
import { account, auditor, beginSession, open, post } from "../system/signedIn.ts";
import { expect, test } from "../test.ts";
import { frameOf } from "./frames.ts";

const CLIENTS = "/applications/oauth/clients";
const ISSUERS = "/system/oauth-settings/virtual-issuers";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

test("auditors are told first that they can only look, and nothing is marked as required", async ({
  page,
  request,
}) => {
  const id = `readers-${Date.now()}`;
  await post(request, "/oauth/clients", { clientId: id, name: id, grantTypes: ["DEVICE_CODE"] });
  await post(request, "/oauth/issuers", { id, name: id, host: `${id}.example.com` });
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, `${CLIENTS}/edit/${id}`, id, auditor);
  const frame = await frameOf(page);
  const said = await frame.getByText("You have read-only access to this page.").boundingBox();
  const first = await frame.getByRole("textbox", { name: "Client ID" }).boundingBox();
  expect(said?.y).toBeLessThan(first?.y ?? 0);
  await expect(frame.locator(".pf-v6-c-form__label-required")).toHaveCount(0);
  await page.goto(`${ISSUERS}/edit/${id}`);
  await expect(page.getByText("As an auditor, you can view this page but cannot change it.")).toBeVisible();
  for (const mark of await page.locator(".pf-v6-c-form__label-required").all()) await expect(mark).toBeHidden();
  await page.goto(`${ISSUERS}/add`);
  await expect(page.getByRole("heading", { level: 1, name: "Auditors cannot add anything" })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
});

test("a path in another letter case is another path", async ({ page }) => {
  await beginSession(page);
  for (const path of ["/System", "/SYSTEM/server/license", "/system/Server/license"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  }
});
