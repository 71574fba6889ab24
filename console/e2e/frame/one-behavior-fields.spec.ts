/** References, dates, the Enter key, and items that do not exist, which work alike on both kinds of pages (the table in console/README.md). */
import { generate, PATH as SIGNING_KEYS, TITLE as SIGNING_KEYS_TITLE } from "../security/keyPairs.ts";
import { setUp } from "../session/administrator.ts";
import { account, asFirst, auditor, beginSession, get, open, put } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { CONTRACTS, KINDS } from "./kindsOfPages.ts";

const PROCESSORS = "/oauth/authorizationDetailProcessors";
const TYPES = "/system/oauth-settings/authorization-detail-types";
const FRAGMENTS = "/authentication/policies/fragments";

function processor(name: string) {
  const fields = [
    { name: "Schema", value: '{"type":"object"}' },
    { name: "Description Template", value: "Pay" },
  ];
  return { id: name, name, pluginDescriptorRef: { id: "hanse.json-schema" }, configuration: { fields, tables: [] } };
}

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

test(
  "a reference is searched on the server while one types, by the keyboard alone",
  SLOW,
  async ({ page, request }) => {
    const names = Array.from({ length: 23 }, (_, index) => `choice-${String(index + 1).padStart(2, "0")}`);
    for (const name of names) {
      await asFirst(request, "POST", PROCESSORS, processor(name));
      await asFirst(request, "POST", CONTRACTS, { id: name, name });
    }
    await open(page, `${TYPES}/add`, /^Add /);
    await page.getByRole("button", { name: "Processor Choose a processor…" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Search processors" })).toBeFocused();
    await page.keyboard.type("choice-22", { delay: 30 });
    await expect(page.getByRole("option", { name: /^choice-/ })).toHaveCount(1);
    await page.getByRole("option", { name: "choice-22" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Processor choice-22" })).toBeFocused();

    await open(page, `${FRAGMENTS}/add`, /^Add /);
    const frame = page.frameLocator("iframe");
    const picker = frame.getByRole("combobox", { name: "Outputs", exact: true });
    await expect(picker.getByRole("option", { name: "choice-22" })).toHaveCount(0);
    await frame.getByRole("searchbox", { name: "Search: Outputs" }).focus();
    await page.keyboard.type("choice-22", { delay: 30 });
    await expect(picker.getByRole("option", { name: /^choice-/ })).toHaveCount(1);
    await page.keyboard.press("Tab");
    await expect(picker).toBeFocused();
    await page.keyboard.type("choice");
    await expect(picker).toHaveValue("choice-22");
  },
);

test("dates have one form, and the moment itself for programs", SLOW, async ({ page, request }) => {
  await generate(request, "dated.example.com");
  await open(page, SIGNING_KEYS, SIGNING_KEYS_TITLE);
  const shown = page.frameLocator("iframe").locator("time").first();
  const FORM = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d{2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;
  const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
  await expect(shown).toHaveText(FORM);
  await expect(shown).toHaveAttribute("datetime", MOMENT);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sessions" }).click();
  const own = page.getByRole("dialog", { name: "Your sessions" }).locator("time").first();
  await expect(own).toHaveText(FORM);
  await expect(own).toHaveAttribute("datetime", MOMENT);
});

test.describe("an item that another administrator deleted meanwhile", () => {
  test.use({ expectedProblems: [/status of 404/] });

  for (const one of KINDS) {
    test(`is named, with a way to the list: ${one.kind}`, SLOW, async ({ page, request }) => {
      await asFirst(request, "POST", one.collection, one.item("deleted-meanwhile"));
      await beginSession(page);
      await one.form(page, "deleted-meanwhile");
      const inside = one.inside(page);
      await inside.getByRole("textbox", { name: one.field, exact: true }).fill("Mine");
      await asFirst(request, "DELETE", `${one.collection}/${one.idOf("deleted-meanwhile")}`);
      await inside.getByRole("button", { name: "Save", exact: true }).click();
      const problem = inside.getByRole("alert").filter({ hasText: "The changes were not saved" });
      await expect(problem).toContainText("'deleted-meanwhile' was not found.");
      await expect(problem).toContainText(/Request ID: \S+/);
      await expectAccessible(page);
      await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: one.title }).click();
      const dialog = page.getByRole("dialog").getByRole("button", { name: "Leave without saving" });
      await dialog.or(page.getByRole("heading", { level: 1, name: one.title })).waitFor();
      if (await dialog.isVisible()) await dialog.click();
      await expect(page.getByRole("heading", { level: 1, name: one.title })).toBeVisible();
    });
  }
});

test(
  "Enter in a field saves the form, whatever other buttons the page has above it",
  SLOW,
  async ({ page, request }) => {
    const settings = await get<Record<string, unknown>>(request, "/authenticationPolicies/settings");
    await put(request, "/authenticationPolicies/settings", { ...settings, enableIdpAuthnSelection: false });
    await asFirst(request, "POST", "/authenticationPolicies/policy", {
      id: "entered",
      name: "entered",
      rootNode: { action: { type: "DONE" } },
    });
    await open(page, "/authentication/policies/policies/edit/entered", "entered");
    const frame = page.frameLocator("iframe");
    await expect(frame.getByRole("button", { name: "Enable Policies" })).toBeVisible();
    await frame.getByRole("textbox", { name: "Name", exact: true }).fill("Entered");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Entered was saved.")).toBeVisible();
    expect(await get(request, "/authenticationPolicies/settings")).toMatchObject({ enableIdpAuthnSelection: false });
  },
);

test(
  "identifiers are copied from lists and forms, also by who may only read",
  SLOW,
  async ({ page, request, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await asFirst(request, "POST", "/oauth/clients", {
      clientId: "copied-client",
      name: "Copied",
      grantTypes: ["CLIENT_CREDENTIALS"],
      clientAuth: { type: "SECRET", secret: "a-secret-of-thirty-two-characters" },
    });
    await account(request, auditor, { auditor: true, roles: [] });
    await open(page, "/applications/oauth/clients?search=copied-client", /Clients/, auditor);
    const frame = page.frameLocator("iframe");
    await frame.getByRole("button", { name: "Copy Client ID: Copied" }).click();
    await expect.poll(copied).toBe("copied-client");
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await frame.getByRole("link", { name: "Copied", exact: true }).click();
    await frame.getByRole("button", { name: "Copy Client ID" }).focus();
    await page.keyboard.press("Enter");
    await expect(frame.getByRole("status").filter({ hasText: "Copied." })).toHaveCount(1);
    await expect.poll(copied).toBe("copied-client");
    await expectAccessible(page);
    const { id } = await generate(request, "copied.example.com");
    await page.goto(`${SIGNING_KEYS}/edit/${id}`);
    for (const name of ["Copy Serial number", "Copy SHA-1 fingerprint", "Copy SHA-256 fingerprint"]) {
      await expect(frame.getByRole("button", { name })).toBeVisible();
    }
  },
);
