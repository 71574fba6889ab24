/** Authentication policies: the tree in the frame, and the Rules dialog that it opens. */
import type { APIRequestContext, FrameLocator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { account, auditor, choose, fits, get, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, test } from "../test.ts";

const POLICIES = "/authentication/policies/policies";
const DONE = { action: { type: "DONE" } };

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** The frame, once its page is shown and its scripts have run. */
async function frameOf(page: Page): Promise<FrameLocator> {
  await expect(page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
  return page.frameLocator("iframe");
}

/** A fragment that returns the authenticated user, which the policies of these tests use. */
async function factor(request: APIRequestContext, name: string): Promise<string> {
  const attributes = [{ name: "mail" }, { name: "department" }];
  const body = { name: `${name} user`, extendedAttributes: attributes };
  const outputs = await post<{ id: string }>(request, "/authenticationPolicyContracts", body);
  const fragment = { name, outputs: { id: outputs.id }, rootNode: DONE };
  return (await post<{ id: string }>(request, "/authenticationPolicies/fragments", fragment)).id;
}

const rule = (page: Page, number: number) => page.getByRole("listitem", { name: `Rule ${number}` });

/** Selects the action of a branch; other branches with this name may follow. */
async function decide(frame: FrameLocator, branch: string, action: string): Promise<void> {
  await frame.getByRole("combobox", { name: `${branch}: action` }).selectOption({ label: action });
  await frame.getByRole("button", { name: `Apply: ${branch}` }).click();
  await expect(frame.getByRole("button", { name: `Remove ${action} on ${branch}` })).toBeVisible();
  await expect(frame.getByRole("combobox", { name: `${branch}: action` })).toBeFocused();
}

test("a policy with rules is created, saved and shown", async ({ page, request }) => {
  const name = `Staff ${Date.now()}`;
  await factor(request, `Badge ${name}`);
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, `${POLICIES}/add`, "Add Policy");
  const frame = await frameOf(page);
  await frame.getByRole("textbox", { name: "Name" }).fill(name);
  await decide(frame, "Policy", `Badge ${name}`);
  await expect(frame.getByRole("combobox", { name: "Fail: action" })).toBeVisible();

  await frame.getByRole("button", { name: /^Rules/ }).click();
  const dialog = page.getByRole("dialog", { name: "Rules" });
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await rule(page, 1)
    .getByLabel(/^Authentication Source/)
    .selectOption({ label: `Badge ${name}` });
  await rule(page, 1)
    .getByLabel(/^Attribute Name/)
    .selectOption("department");
  await rule(page, 1)
    .getByLabel(/^Condition/)
    .selectOption({ label: "equal to" });
  await rule(page, 1)
    .getByLabel(/^Result/)
    .fill("Success");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog.getByText("Required field(s) missing for policy rule #1")).toBeVisible();
  await expect(dialog.getByText("'Fail', 'Action' and 'Success' are not permitted as result values.")).toBeVisible();
  await rule(page, 1)
    .getByLabel(/^Value/)
    .fill("Hall");
  await rule(page, 1)
    .getByLabel(/^Result/)
    .fill("Hall");

  await dialog.getByRole("button", { name: "Add a rule after rule 1" }).click();
  await rule(page, 2)
    .getByLabel(/^Authentication Source/)
    .selectOption({ label: "Expression" });
  await rule(page, 2)
    .getByLabel(/^Result/)
    .fill("Anyone");
  await rule(page, 2).getByRole("button", { name: "Test expression" }).click();
  const tried = page.getByRole("dialog", { name: "Test Expression" });
  await tried.getByRole("textbox", { name: "Expression" }).fill("attributes.mail.endsWith('@example.com')");
  await tried.getByRole("textbox", { name: "Attribute 1" }).fill("mail");
  await tried.getByRole("textbox", { name: "Value 1" }).fill("joe@example.com");
  await tried.getByRole("button", { name: "Test", exact: true }).click();
  await expect(tried.getByText("Test Result: true")).toBeVisible();
  await tried.getByRole("button", { name: "Back to the rules" }).click();
  await rule(page, 2).getByRole("button", { name: "Move rule 2 up" }).click();
  await expect(rule(page, 1).getByLabel(/^Result/)).toHaveValue("Anyone");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();

  // The branches follow the rules, in their order.
  await expect(frame.getByRole("combobox", { name: "Anyone: action" })).toBeVisible();
  const branches = await frame.getByRole("combobox", { name: /: action$/ }).all();
  const names = await Promise.all(branches.map((one) => one.getAttribute("aria-label")));
  expect(names).toEqual(["Policy", "Fail", "Anyone", "Hall", "Success"].map((one) => `${one}: action`));
  await decide(frame, "Fail", "Done");
  await decide(frame, "Anyone", "Restart");
  await decide(frame, "Hall", `Badge ${name} user`);
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(frame.getByRole("alert")).toBeFocused();
  await frame.getByRole("link", { name: "Branch Success: Choose the next step." }).click();
  await expect(frame.getByRole("combobox", { name: "Success: action" })).toBeFocused();
  await expectAccessible(page);
  await decide(frame, "Success", "Continue");
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${name} was saved.`)).toBeVisible();

  const { items } = await get<{ items: { rootNode: { children: { action: object }[] } }[] }>(
    request,
    `/authenticationPolicies/policy?filter=${encodeURIComponent(name)}`,
  );
  expect(items[0]?.rootNode.children.map(({ action }) => action)).toMatchObject([
    { type: "DONE", context: "Fail" },
    { type: "RESTART", context: "Anyone" },
    { type: "APC_MAPPING", context: "Hall" },
    { type: "CONTINUE", context: "Success" },
  ]);

  await open(page, POLICIES, "Policies", auditor);
  await frame.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await frameOf(page);
  await expect(frame.getByText("As an auditor, you can view this page but cannot change it.")).toBeVisible();
  await expect(frame.getByRole("combobox", { name: /: action$/ })).toHaveCount(0);
  await expect(frame.getByRole("combobox", { name: "Authentication API application" })).toBeDisabled();
  await frame.getByRole("button", { name: /^Rules/ }).click();
  await expect(rule(page, 1).getByLabel(/^Result/)).toHaveAttribute("readonly", "");
  await expect(dialog.getByRole("button", { name: "Done" })).toHaveCount(0);
});

for (const { theme, width, details } of looks(1280)) {
  test(`a policy is legible and accessible: ${theme}, ${width}`, details, async ({ page, request }) => {
    const id = await factor(request, `Seal ${theme} ${width} ${Date.now()}`);
    const source = { type: "FRAGMENT", id };
    const basic = {
      attributeSource: source,
      attributeName: "mail",
      condition: "EQUALS",
      expectedValue: "joe@example.com",
    };
    const rules = {
      items: [
        { ...basic, result: "Joe" },
        { ...basic, condition: "NOT_EQUAL", result: "Others" },
      ],
    };
    const through = (context: string, ...children: object[]) => ({
      action: { type: "FRAGMENT", fragment: { id }, context },
      children: [{ action: { type: "DONE", context: "Fail" } }, ...children],
    });
    const end = (context: string) => ({ action: { type: "CONTINUE", context } });
    const root = through("", end("Joe"), through("Others", through("Success", end("Success"))), end("Success"));
    const rootNode = { ...root, action: { type: "FRAGMENT", fragment: { id }, attributeRules: rules } };
    const name = `Legible ${theme} ${width} ${Date.now()}`;
    const made = await post<{ id: string }>(request, "/authenticationPolicies/policy", { name, rootNode });
    await choose(page, theme);
    await page.setViewportSize({ width, height: 900 });
    await open(page, `${POLICIES}/edit/${made.id}`, name);
    const frame = await frameOf(page);
    await expect(frame.getByText("No changes yet.")).toBeVisible();
    await frame.getByText("2 rules, else Success").click();
    await expect(frame.getByRole("cell", { name: "not equal" })).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await open(page, POLICIES, "Policies");
    await expect(frame.getByRole("button", { name: `Move ${name} up` })).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
