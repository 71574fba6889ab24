/** Reordering rules with the mouse and the keyboard, from the dialog to the frame's form. */
import type { Locator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { open, post } from "../system/signedIn.ts";
import { expect, SLOW, test } from "../test.ts";
import { frameOf } from "./frames.ts";

const POLICIES = "/authentication/policies/policies";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** Drags like a person: press, move in steps, release. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("There is nothing to drag.");
  const middle = ({ x, y, width, height }: typeof start) => [x + width / 2, y + height / 2] as const;
  await page.mouse.move(...middle(start));
  await page.mouse.down();
  await page.mouse.move(middle(start)[0], middle(start)[1] + 8, { steps: 2 });
  await page.mouse.move(...middle(end), { steps: 12 });
  await page.mouse.up();
}

test("rules are dragged, moved by keys, and restored by Escape", SLOW, async ({ page, request }) => {
  const name = `Order ${Date.now()}`;
  const outputs = await post<{ id: string }>(request, "/authenticationPolicyContracts", { name: `${name} user` });
  const rootNode = { action: { type: "DONE" } };
  const fragment = await post<{ id: string }>(request, "/authenticationPolicies/fragments", {
    name: `${name} factor`,
    outputs: { id: outputs.id },
    rootNode,
  });
  const results = ["One", "Two", "Three"];
  const done = (context: string) => ({ action: { type: "DONE", context } });
  const items = results.map((result) => ({
    attributeSource: { type: "FRAGMENT", id: fragment.id },
    attributeName: "subject",
    condition: "EQUALS",
    expectedValue: result,
    result,
  }));
  const action = {
    type: "FRAGMENT",
    fragment: { id: fragment.id },
    attributeRules: { fallbackToSuccess: true, items },
  };
  const children = ["Fail", ...results, "Success"].map(done);
  const policy = { name, rootNode: { action, children } };
  const made = await post<{ id: string }>(request, "/authenticationPolicies/policy", policy);
  await open(page, `${POLICIES}/edit/${made.id}`, name);
  const frame = await frameOf(page);
  await frame.getByRole("button", { name: /^Rules/ }).click();
  const dialog = page.getByRole("dialog", { name: "Rules" });
  const handle = (number: number) => dialog.getByRole("button", { name: `Drag rule ${number}` });
  const order = async (...wanted: string[]) => {
    for (const [index, value] of wanted.entries()) {
      const rule = dialog.getByRole("listitem", { name: `Rule ${index + 1}` });
      await expect(rule.getByLabel(/^Result/)).toHaveValue(value);
    }
  };
  await order("One", "Two", "Three");
  await drag(page, handle(1), handle(2));
  await order("Two", "One", "Three");

  // Escape returns the rule and leaves the dialog open.
  await handle(1).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Picked up rule 1.")).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("The rule is at position 2 of 3.")).toBeAttached();
  await expect(handle(2)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByText("The rule was returned to its position.")).toBeAttached();
  await order("Two", "One", "Three");

  // No key press is lost, however fast they follow one another.
  await expect(handle(1)).toBeFocused();
  for (const key of ["Space", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Space"])
    await page.keyboard.press(key);
  await expect(dialog.getByRole("paragraph").filter({ hasText: "The rule was dropped." })).toBeAttached();
  await order("One", "Two", "Three");
  // After it is dropped, it stays in place.
  await page.keyboard.press("ArrowDown");
  await order("One", "Two", "Three");
  await dialog.getByRole("button", { name: "Move rule 3 up" }).press("Enter");
  await order("One", "Three", "Two");
  await expect(dialog.getByRole("button", { name: "Move rule 2 up" })).toBeFocused();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  await expect(frame.locator("select[data-choose]").nth(3)).toHaveAccessibleName("Three: action");
  const branches = await frame.getByRole("combobox", { name: /: action$/ }).all();
  const names = await Promise.all(branches.map((one) => one.getAttribute("aria-label")));
  expect(names).toEqual(["Policy", "Fail", "One", "Three", "Two", "Success"].map((one) => `${one}: action`));
});
