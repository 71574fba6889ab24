/** Forms as readers see them, and unknown paths. */
import { setUp } from "../session/administrator.ts";
import { account, auditor, beginSession, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { frameOf } from "./frames.ts";

const CLIENTS = "/applications/oauth/clients";
const ISSUERS = "/system/oauth-settings/virtual-issuers";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

test(
  "auditors read first that they cannot change anything, and no field is marked as required",
  SLOW,
  async ({ page, request }) => {
    const id = `readers-${Date.now()}`;
    await post(request, "/oauth/clients", { clientId: id, name: id, grantTypes: ["DEVICE_CODE"] });
    await post(request, "/oauth/issuers", { id, name: id, host: `${id}.example.com` });
    await account(request, auditor, { auditor: true, roles: [] });
    await open(page, `${CLIENTS}/edit/${id}`, id, auditor);
    const frame = await frameOf(page);
    const said = await frame.getByText("As an auditor, you can view this page but cannot change it.").boundingBox();
    const first = await frame.getByRole("textbox", { name: "Client ID" }).boundingBox();
    expect(said?.y).toBeLessThan(first?.y ?? 0);
    await expect(frame.locator(".pf-v6-c-form__label-required")).toHaveCount(0);
    await page.goto(`${ISSUERS}/edit/${id}`);
    await expect(page.getByText("As an auditor, you can view this page but cannot change it.")).toBeVisible();
    for (const mark of await page.locator(".pf-v6-c-form__label-required").all()) await expect(mark).toBeHidden();
    await page.goto(`${ISSUERS}/add`);
    await expect(page.getByRole("heading", { level: 1, name: "Auditors cannot add anything" })).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
  },
);

test("a reader of an area sees no form for a new item", SLOW, async ({ page, request }) => {
  const person = { username: "Crypto.reader", password: "Look-at-7-things" };
  await account(request, person, { auditor: false, roles: ["CRYPTO_ADMINISTRATOR"] });
  // Crypto administrators assign keys to virtual issuers, so they can see them.
  await open(page, `${ISSUERS}/add`, "Your account cannot add anything here", person);
  await expect(page.getByText("New entries require the role administrator.")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page);
  const plain = { username: "Plain.reader", password: "Look-at-7-things" };
  await account(request, plain, { auditor: false, roles: ["ADMINISTRATOR"] });
  const keys = "/security/certificate-and-key-management/token-signing-keys/add";
  await open(page, keys, "Your account cannot add anything here", plain);
  await expect(page.getByText("New entries require the role crypto administrator.")).toBeVisible();
});

test("a path in another letter case is an unknown path", SLOW, async ({ page }) => {
  await beginSession(page);
  for (const path of ["/System", "/SYSTEM/server/license", "/system/Server/license"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  }
});
