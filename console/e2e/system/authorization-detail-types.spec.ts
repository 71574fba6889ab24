import type { APIRequestContext, Page } from "@playwright/test";
import { frameOf } from "../frame/frames.ts";
import { setUp } from "../session/administrator.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";
import { account, asFirst, auditor, choose, fits, get, open, post } from "./signedIn.ts";

const PATH = "/system/oauth-settings/authorization-detail-types";
const PROCESSOR_PAGES = "/system/oauth-settings/authorization-detail-processors";
const TITLE = "Authorization Detail Types";
const TYPES = "/oauth/authorizationDetailTypes";
const PROCESSORS = "/oauth/authorizationDetailProcessors";
const SCHEMA = '{"type": "object", "required": ["amount"], "properties": {"amount": {"type": "string"}}}';

interface Listed {
  items: { id: string; name: string; type: string; description?: string; active: boolean }[];
}

function processor(id: string, name: string) {
  const fields = [
    { name: "Schema", value: SCHEMA },
    { name: "Description Template", value: "Pay {amount}" },
  ];
  return { id, name, pluginDescriptorRef: { id: "hanse.json-schema" }, configuration: { fields, tables: [] } };
}

const payments = (request: APIRequestContext) => post(request, PROCESSORS, processor("payments", "Payments"));
const addType = (request: APIRequestContext, type: string, more: object = {}) =>
  post(request, TYPES, {
    id: type.replaceAll(/\W+/g, "-"),
    type,
    authorizationDetailProcessorRef: { id: "payments" },
    ...more,
  });
const types = async (request: APIRequestContext) => (await get<Listed>(request, TYPES)).items;
const card = (page: Page, type: string) => page.getByRole("listitem").filter({ hasText: type });
const names = (page: Page) => page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 2 });
const link = (page: Page, name: string) => page.locator("main").getByRole("link", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test.beforeEach(async ({ request }) => {
  await setUp(request);
  for (const path of [TYPES, PROCESSORS]) {
    for (const { id } of (await get<Listed>(request, path)).items) {
      await asFirst(request, "DELETE", `${path}/${id}`);
    }
  }
});

test("the first processor and the first type are created; a type starts active", async ({ page, request }) => {
  await open(page, PATH, TITLE);
  await expect(page.getByText("No authorization detail types")).toBeVisible();
  await expectAccessible(page);
  await link(page, "Manage processors").click();
  const frame = await frameOf(page);
  await frame.getByRole("link", { name: "Add Authorization Detail Processor" }).click();
  await frame.getByRole("textbox", { name: "Instance name" }).fill("Payments");
  await frame.getByRole("textbox", { name: "Schema" }).fill("{");
  await frame.getByRole("textbox", { name: "Description Template" }).fill("Pay {amount}");
  await frame.getByRole("button", { name: "Save" }).click();
  const wrong = frame.getByRole("link", { name: /The schema is not valid JSON: .* in line 1, column 2\.$/ });
  await expect(wrong).toBeVisible();
  await wrong.click();
  await expect(frame.getByRole("textbox", { name: "Schema" })).toBeFocused();
  await frame.getByRole("textbox", { name: "Schema" }).fill(SCHEMA);
  await frame.getByRole("button", { name: "Add: Comparisons" }).click();
  await frame.getByRole("textbox", { name: "Comparisons 1: Member" }).fill("amount");
  await frame
    .getByRole("combobox", { name: "Comparisons 1: Comparison" })
    .selectOption({ label: "The same number or a smaller one" });
  await expectAccessible(page);
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Payments was saved.")).toBeVisible();
  await expect(frame.getByRole("link", { name: "Payments", exact: true })).toBeVisible();

  await page.goto(PATH);
  await button(page, "+Add Type").click();
  await page.getByRole("textbox", { name: "Type" }).fill("payment_initiation");
  await page.getByRole("textbox", { name: "Description" }).fill("One payment");
  await button(page, "Save").click();
  await expect(page.locator("#authorizationDetailProcessorRef-help")).toHaveText("This field is required.");
  await button(page, "Processor Choose a processor…").click();
  await page.getByRole("option", { name: "Payments" }).click();
  await expectAccessible(page);
  await button(page, "Save").click();
  await expect(card(page, "payment_initiation")).toContainText("Processor: Payments");
  await expect(page.getByRole("switch", { name: "Active type: payment_initiation" })).toBeChecked();
  expect((await types(request)).map(({ type, description, active }) => [type, description, active])).toEqual([
    ["payment_initiation", "One payment", true],
  ]);
});

test(
  "types are sorted; the toggle changes active, edit changes all but the ID, delete asks",
  SLOW,
  async ({ page, request }) => {
    await payments(request);
    for (const type of ["zebra", "ant"]) await addType(request, type);
    await open(page, PATH, TITLE);
    await expect(names(page)).toHaveText(["ant", "zebra"]);
    await page.getByRole("switch", { name: "Active type: ant" }).locator("..").click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
    expect((await types(request)).map(({ active }) => active)).toEqual([false, true]);
    await button(page, "Edit type ant").click();
    await expect(page.getByRole("textbox", { name: "Type" })).toHaveValue("ant");
    await expect(page.getByRole("textbox", { name: "ID" })).toHaveCount(0);
    await page.getByRole("textbox", { name: "Type" }).fill("ZEBRA");
    await button(page, "Save").click();
    await expect(page.locator("#type-help")).toHaveText("This type is already in use.");
    await page.getByRole("textbox", { name: "Type" }).fill("bee");
    await button(page, "Save").click();
    await expect(names(page)).toHaveText(["bee", "zebra"]);
    expect((await types(request)).map(({ id, active }) => [id, active])).toContainEqual(["ant", false]);
    await button(page, "Delete type bee").click();
    await button(page, "Delete type").click();
    await expect(names(page)).toHaveText(["zebra"]);
  },
);

test(
  "a deleted processor is reported under the select, and a failed deletion with a message",
  SLOW,
  async ({ page, request }) => {
    await payments(request);
    await post(request, PROCESSORS, processor("gone", "Gone"));
    await addType(request, "zebra");
    await open(page, `${PATH}/edit/zebra`, "Edit Authorization Detail Type");
    await button(page, "Processor Payments").click();
    await page.getByRole("option", { name: "Gone" }).click();
    await asFirst(request, "DELETE", `${PROCESSORS}/gone`);
    await button(page, "Save").click();
    await expect(page.locator("#authorizationDetailProcessorRef-help")).toContainText("'gone' was not found.");
    await button(page, "Cancel").click();
    await button(page, "Leave without saving").click();
    await open(page, PATH, TITLE);
    await page.route(`**/pf-admin-api/v1${TYPES}/zebra`, (route) =>
      route.fulfill({
        status: 422,
        json: { resultId: "validation_error", message: "It is in use.", validationErrors: [] },
      }),
    );
    await button(page, "Delete type zebra").click();
    await button(page, "Delete type").click();
    await expect(page.getByText("Error deleting authorization detail type.")).toBeVisible();
    await expect(page.getByText("It is in use.")).toBeVisible();
  },
);

test("a processor in use by a type cannot be deleted", SLOW, async ({ page, request }) => {
  await payments(request);
  await addType(request, "zebra");
  await open(page, PROCESSOR_PAGES, "Authorization Detail Processors");
  const frame = await frameOf(page);
  await frame.getByRole("link", { name: "Delete Payments" }).click();
  const dialog = page.getByRole("dialog", { name: "Payments cannot be deleted" });
  await expect(dialog).toContainText("Remove it from the following item first.");
  await expect(dialog.getByRole("button", { name: /Delete/ })).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole("link", { name: "zebra" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit Authorization Detail Type" })).toBeVisible();
});

test("a processor inherits everything that is not overridden", SLOW, async ({ page, request }) => {
  await payments(request);
  await open(page, `${PROCESSOR_PAGES}/add?type=hanse.json-schema`, "Add Authorization Detail Processor");
  const frame = await frameOf(page);
  await frame.getByRole("textbox", { name: "Instance name" }).fill("Small");
  await frame.getByRole("combobox", { name: "Parent" }).selectOption({ label: "Payments" });
  // The parent's settings are shown immediately, and cannot be changed while they are inherited.
  await expect(frame.getByRole("textbox", { name: "Description Template" })).toHaveValue("Pay {amount}");
  await expect(frame.getByRole("textbox", { name: "Description Template" })).toBeDisabled();
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Small was saved.")).toBeVisible();
  const { items } = await get<{ items: { name: string; parentRef?: object; configuration: object }[] }>(
    request,
    PROCESSORS,
  );
  const inherited = (name: string) => ({ name, inherited: true });
  expect(items.find(({ name }) => name === "Small")).toMatchObject({
    parentRef: { id: "payments" },
    configuration: { fields: [inherited("Schema"), inherited("Description Template")] },
  });
});

test("auditors see all of it and can change nothing", SLOW, async ({ page, request }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await payments(request);
  await addType(request, "zebra");
  await open(page, PATH, TITLE, auditor);
  await expect(card(page, "zebra")).toContainText("Active type");
  await expect(page.getByRole("switch")).toHaveCount(0);
  await expect(button(page, "+Add Type")).toHaveCount(0);
  await link(page, "Manage processors").click();
  const frame = await frameOf(page);
  await frame.getByRole("link", { name: "Payments" }).click();
  await expect(frame.getByRole("textbox", { name: "Schema" })).toBeDisabled();
  await expect(frame.getByRole("button", { name: "Save" })).toHaveCount(0);
  await expectAccessible(page);
});

test("one of 1,000 processors is found by the server", SLOW, async ({ page, request }) => {
  test.setTimeout(180_000);
  for (let start = 0; start < 1000; start += 20) {
    const some = Array.from({ length: 20 }, (_, index) => start + index);
    await Promise.all(some.map((n) => post(request, PROCESSORS, processor(`p-${n}`, `Processor ${n}`))));
  }
  await open(page, `${PATH}/add`, "Add Authorization Detail Type");
  await button(page, "Processor Choose a processor…").click();
  // Other tests of this file may have added one.
  await expect(page.getByText(/^50 of 1,00[01]$/)).toBeVisible();
  await page.getByRole("textbox", { name: "Search processors" }).fill("processor 987");
  await page.getByRole("option", { name: "Processor 987" }).click();
  await expect(button(page, "Processor Processor 987")).toBeFocused();
});

for (const { theme, width, details } of looks(1280)) {
  test(`${theme}, ${width} px wide`, details, async ({ page, request }) => {
    await payments(request);
    await addType(request, "payment_initiation", { description: "One payment of one amount to one creditor" });
    await addType(request, "https://scheme.example.org/files", { active: false });
    await choose(page, theme);
    await page.setViewportSize({ width, height: 900 });
    for (const [path, title] of [
      [PATH, TITLE],
      [`${PATH}/add`, "Add Authorization Detail Type"],
      [PROCESSOR_PAGES, "Authorization Detail Processors"],
    ] as const) {
      await open(page, path, title);
      await expect(page.getByText("Loading")).toHaveCount(0);
      await expectAccessible(page);
      expect(await fits(page)).toBe(true);
    }
  });
}
