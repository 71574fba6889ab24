/** The choices and errors of the Rules dialog (specification 3, sections 2.5, 4 and 5.1). */
import type { APIRequestContext, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { account, get, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { frameOf } from "./frames.ts";

const plain = { username: "Plain", password: "Change-7-things" };
const done = (context: string) => ({ action: { type: "DONE", context } });

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

const rule = (page: Page, number: number) => page.getByRole("listitem", { name: `Rule ${number}` });
const overall = (page: Page) => page.getByRole("dialog", { name: "Rules" }).locator(".hanse-rules__problems");

interface Action {
  attributeRules?: { fallbackToSuccess: boolean; items: object[] };
}

/** A fragment with inputs and outputs, whose only node is another fragment: every type of source but adapters. */
async function fragment(request: APIRequestContext, name: string): Promise<string> {
  const contract = await post<{ id: string }>(request, "/authenticationPolicyContracts", {
    name: `${name} user`,
    extendedAttributes: [{ name: "mail" }],
  });
  const both = { inputs: { id: contract.id }, outputs: { id: contract.id } };
  const inner = { name: `${name} factor`, outputs: both.outputs, rootNode: { action: { type: "DONE" } } };
  const { id } = await post<{ id: string }>(request, "/authenticationPolicies/fragments", inner);
  const action = { type: "FRAGMENT", fragment: { id } };
  const rootNode = { action, children: [done("Fail"), done("Success")] };
  return (await post<{ id: string }>(request, "/authenticationPolicies/fragments", { name, ...both, rootNode })).id;
}

async function openRules(page: Page) {
  const frame = await frameOf(page);
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  // A late layout change, such as a banner, does not move the controls.
  await frame.getByRole("button", { name: /^Rules/ }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Rules" })).toBeVisible();
  return frame;
}

test(
  "every error is reported in the summary and at its field, and valid input is saved",
  SLOW,
  async ({ page, request }) => {
    const name = `Refused ${Date.now()}`;
    const id = await fragment(request, name);
    await open(page, `/authentication/policies/fragments/edit/${id}`, name);
    const frame = await openRules(page);
    const dialog = page.getByRole("dialog", { name: "Rules" });
    const fallback = dialog.getByRole("checkbox", { name: /^Default to Success/ });
    await expect(fallback).toBeDisabled();
    await expect(fallback).toBeChecked();

    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const [one, two] = [rule(page, 1), rule(page, 2)];
    const source = one.getByLabel(/^Authentication Source/);
    const offered = await source.getByRole("option").allTextContents();
    expect(offered).toEqual(expect.arrayContaining([`${name} factor`, `${name} user`, "Context", "Expression"]));
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(overall(page)).toContainText("Required field(s) missing for policy rule #1");
    for (const label of [/^Authentication Source/, /^Attribute Name/, /^Condition/, /^Value/, /^Result/]) {
      await expect(one.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
    }
    await expectAccessible(page);

    // Another source has other attributes, so the dependent fields are cleared.
    await source.selectOption({ label: `${name} factor` });
    await one.getByLabel(/^Attribute Name/).selectOption("mail");
    await one.getByLabel(/^Condition/).selectOption({ label: "equal to" });
    await one.getByLabel(/^Value/).fill("joe@example.com");
    await source.selectOption({ label: "Context" });
    for (const label of [/^Attribute Name/, /^Condition/, /^Value/])
      await expect(one.getByLabel(label)).toHaveValue("");
    await one.getByLabel(/^Attribute Name/).selectOption("ClientIp");
    await one.getByLabel(/^Condition/).selectOption({ label: "equal to" });
    await one.getByLabel(/^Value/).fill("10.1.2.3");

    for (const reserved of ["fail", "SUCCESS", "Action"]) {
      await one.getByLabel(/^Result/).fill(reserved);
      await dialog.getByRole("button", { name: "Done" }).click();
      await expect(one.getByText("Result is invalid.")).toBeVisible();
      await expect(overall(page)).toHaveText(/'Fail', 'Action' and 'Success' are not permitted as result values\.$/);
    }
    await one.getByLabel(/^Result/).fill("Near");
    await dialog.getByRole("button", { name: "Add a rule after rule 1" }).click();
    await two.getByLabel(/^Authentication Source/).selectOption({ label: "Expression" });
    await two.getByLabel(/^Result/).fill("Near");
    await two.getByRole("textbox", { name: "Expression" }).fill("attributes.");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(overall(page)).toContainText("Result values must be unique. Duplicate configured for: Near");
    await expect(overall(page)).toContainText(/Expression is invalid for policy rule #2\. Reason: ./);
    await expect(two.getByText("Expression is invalid.")).toBeVisible();
    await two.getByRole("textbox", { name: "Expression" }).fill("attributes.mail.endsWith('@example.com')");
    await two.getByLabel(/^Result/).fill("Ours");
    await fallback.uncheck();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toBeHidden();
    // The branches are those of the results; unticking the box keeps the Success branch, which is removed here.
    await expect(frame.getByRole("combobox", { name: "Ours: action" })).toBeVisible();
    await frame.getByRole("button", { name: "Remove Done on Success" }).click();
    await expect(frame.getByRole("combobox", { name: "Success: action" })).toHaveCount(0);
    for (const branch of ["Near", "Ours"]) {
      await frame.getByRole("combobox", { name: `${branch}: action` }).selectOption({ label: "Done" });
      await frame.getByRole("button", { name: `Apply: ${branch}` }).click();
      await expect(frame.getByRole("button", { name: `Remove Done on ${branch}` })).toBeVisible();
    }
    await frame.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`${name} was saved.`)).toBeVisible();
    const saved = await get<{ rootNode: { action: Action } }>(request, `/authenticationPolicies/fragments/${id}`);
    expect(saved.rootNode.action.attributeRules).toEqual({
      fallbackToSuccess: false,
      items: [
        {
          attributeSource: { type: "CONTEXT" },
          attributeName: "ClientIp",
          condition: "EQUALS",
          expectedValue: "10.1.2.3",
          result: "Near",
        },
        {
          attributeSource: { type: "EXPRESSION" },
          expression: "attributes.mail.endsWith('@example.com')",
          result: "Ours",
        },
      ],
    });
  },
);

test("without the role expressions are read-only, and Cancel changes nothing", SLOW, async ({ page, request }) => {
  const name = `Kept ${Date.now()}`;
  const inner = { name: `${name} factor`, rootNode: { action: { type: "DONE" } } };
  const factor = await post<{ id: string }>(request, "/authenticationPolicies/fragments", inner);
  const items = [{ attributeSource: { type: "EXPRESSION" }, expression: "has(attributes.mail)", result: "Ours" }];
  const attributeRules = { fallbackToSuccess: false, items };
  const action = { type: "FRAGMENT", fragment: { id: factor.id }, attributeRules };
  const whole = { name, rootNode: { action, children: [done("Fail"), done("Ours")] } };
  const { id } = await post<{ id: string }>(request, "/authenticationPolicies/fragments", whole);
  await account(request, plain, { auditor: false, roles: ["ADMINISTRATOR"] });
  await open(page, `/authentication/policies/fragments/edit/${id}`, name, plain);
  const frame = await openRules(page);
  const dialog = page.getByRole("dialog", { name: "Rules" });
  const expression = rule(page, 1).getByRole("textbox", { name: "Expression" });
  await expect(expression).toHaveValue("has(attributes.mail)");
  await expect(expression).toHaveAttribute("readonly", "");
  await expect(dialog.getByRole("button", { name: "Test expression" })).toHaveCount(0);
  // Without its last rule a step succeeds.
  const fallback = dialog.getByRole("checkbox", { name: /^Default to Success/ });
  await expect(fallback).not.toBeChecked();
  await dialog.getByRole("button", { name: "Delete rule 1" }).click();
  await expect(fallback).toBeChecked();
  await expect(fallback).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  await expect(frame.getByRole("combobox", { name: "Ours: action" })).toBeVisible();
});
