/** Plug-ins in the frame, in an administrator's order: validators, adapters, and policies. */
import { setUp } from "../session/administrator.ts";
import { account, auditor, beginSession, open } from "../system/signedIn.ts";
import { expect, expectAccessible, test } from "../test.ts";
import { changingButtons, frameOf, goTo } from "./frames.ts";

const VALIDATORS = "/system/data-and-credential-stores/password-credential-validators";
const ADAPTERS = "/authentication/integration/idp-adapters";
const POLICIES = "/authentication/policies/policies";

test("a validator, its adapter and a policy are created, and an auditor reads them", async ({ page, request }) => {
  await setUp(request);
  const name = `Gate ${Date.now()}`;
  await open(page, `${VALIDATORS}/add`, "Add Password Credential Validator");
  const frame = await frameOf(page);
  await frame.getByRole("link", { name: "Simple Username Password Credential Validator" }).click();
  await frame.getByRole("textbox", { name: "Instance name" }).fill(`${name} users`);
  for (const number of [1, 2]) {
    await frame.getByRole("button", { name: "Add: Users" }).click();
    await expect(frame.getByRole("textbox", { name: `Users ${number}: Username` })).toBeFocused();
    await page.keyboard.type(`skipper-${number}`);
    await frame.getByLabel(`Users ${number}: Password`).fill("Schiffer12");
    await frame.getByLabel(`Users ${number}: Confirm Password`).fill("Schiffer12");
  }
  // The focus moves to the next row, or to the button that adds one if none is left.
  await frame.getByRole("button", { name: "Remove Users 1" }).press("Enter");
  await expect(frame.getByRole("textbox", { name: "Users 1: Username" })).toHaveValue("skipper-2");
  await expect(frame.getByRole("button", { name: "Remove Users 1" })).toBeFocused();
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${name} users was saved.`)).toBeVisible();

  await goTo(page, `${ADAPTERS}/add`);
  await frame.getByRole("link", { name: "HTML Form IdP Adapter" }).click();
  await frame.getByRole("textbox", { name: "Instance name" }).fill(name);
  await frame.getByRole("checkbox", { name: "Core attributes 2: Pseudonym" }).check();
  await frame.getByRole("button", { name: "Save" }).click();
  await frame.getByRole("link", { name: /An adapter needs at least one password credential validator/ }).click();
  await expectAccessible(page);
  await frame.getByRole("button", { name: "Add: Credential Validators" }).click();
  const validator = frame.getByRole("combobox", { name: "Credential Validators 1" });
  await expect(validator).toBeFocused();
  await validator.selectOption({ label: `${name} users` });
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${name} was saved.`)).toBeVisible();

  await goTo(page, `${POLICIES}/add`);
  await frame.getByRole("textbox", { name: "Name" }).fill(`${name} policy`);
  for (const [branch, action] of [
    ["Policy", name],
    ["Fail", "Done"],
    ["Success", "Done"],
  ] as const) {
    await frame.getByRole("combobox", { name: `${branch}: action` }).selectOption({ label: action });
    await frame.getByRole("button", { name: `Apply: ${branch}` }).click();
    await expect(frame.getByRole("button", { name: `Remove ${action} on ${branch}` })).toBeVisible();
  }
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${name} policy was saved.`)).toBeVisible();

  await account(request, auditor, { auditor: true, roles: [] });
  await page.context().clearCookies({ name: "__Host-hanse-session" });
  await beginSession(page, auditor);
  await goTo(page, ADAPTERS);
  await frame.getByRole("link", { name, exact: true }).click();
  await expect(frame.getByText("As an auditor, you can view this page but cannot change it.")).toBeVisible();
  await expect(changingButtons(frame)).toHaveCount(0);
  await goTo(page, POLICIES);
  await frame.getByRole("link", { name: `${name} policy`, exact: true }).click();
  await expect(frame.getByText(name, { exact: true })).toBeVisible();
});
