/** The life of a fragment with inputs: created, used with mapped inputs, protected while in use, renamed, deleted. */
import { setUp } from "../session/administrator.ts";
import { get, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { frameOf, goTo } from "./frames.ts";

const FRAGMENTS = "/authentication/policies/fragments";
const POLICIES = "/authentication/policies/policies";

interface Node {
  action: { type: string; fragmentMapping?: object };
  children?: Node[];
}

test(
  "a fragment is created, mapped in a policy, renamed, and deleted when it is no longer used",
  SLOW,
  async ({ page, request }) => {
    await setUp(request);
    const mark = `${Date.now()}`;
    const [name, renamed, policy] = [`Second factor ${mark}`, `Third factor ${mark}`, `Through ${mark}`];
    const user = { name: `User ${mark}`, extendedAttributes: [{ name: "mail" }] };
    const { id: contract } = await post<{ id: string }>(request, "/authenticationPolicyContracts", user);
    await post(request, "/authenticationPolicies/fragments", {
      name: `First factor ${mark}`,
      outputs: { id: contract },
      rootNode: { action: { type: "DONE" } },
    });

    await open(page, `${FRAGMENTS}/add`, "Add Fragment");
    const frame = await frameOf(page);
    const decide = async (branch: string, action: string, place = 0) => {
      const row = frame.getByRole("combobox", { name: `${branch}: action` }).nth(place);
      await row.selectOption({ label: action });
      await frame.getByRole("button", { name: `Apply: ${branch}`, exact: true }).click();
      await expect(row.locator("option:checked")).toHaveText(action);
      await expect(row).toBeFocused();
    };
    await frame.getByRole("textbox", { name: "Name" }).fill(name);
    await frame.getByRole("combobox", { name: "Inputs" }).selectOption({ label: `User ${mark}` });
    await frame.getByRole("combobox", { name: "Outputs" }).selectOption({ label: `User ${mark}` });
    await decide("Policy", "Done");
    await frame.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`${name} was saved.`)).toBeVisible();
    const list = await get<{ items: { id: string }[] }>(
      request,
      `/authenticationPolicies/fragments?filter=${encodeURIComponent(name)}`,
    );
    const id = list.items[0]?.id ?? "";
    expect(await get(request, `/authenticationPolicies/fragments/${id}`)).toMatchObject({
      inputs: { id: contract },
      outputs: { id: contract },
    });

    await goTo(page, `${POLICIES}/add`);
    await frame.getByRole("textbox", { name: "Name" }).fill(policy);
    await decide("Policy", `First factor ${mark}`);
    await decide("Fail", "Done");
    await decide("Success", name);
    // The fragment's own branches come after the branch that leads to it.
    await decide("Fail", "Done", 1);
    await decide("Success", "Done", 1);
    await expectAccessible(page);
    await frame.getByRole("button", { name: `Fragment Mapping: ${name} on Success` }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Fragment Mapping/ })).toBeVisible();
    for (const attribute of ["mail", "subject"]) {
      await frame
        .getByRole("combobox", { name: `${attribute}: Source` })
        .selectOption({ label: `First factor ${mark}` });
      await frame.getByRole("combobox", { name: `${attribute}: Value` }).selectOption(attribute);
    }
    await frame.getByRole("button", { name: "Done" }).click();
    await expect(frame.getByText("Fragment Mapping: 2 lines")).toBeVisible();
    await frame.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`${policy} was saved.`)).toBeVisible();
    const path = "/authenticationPolicies/policy";
    const { items } = await get<{ items: { id: string; rootNode: Node }[] }>(request, `${path}?filter=${mark}`);
    expect(items[0]?.rootNode.children?.[1]?.action).toMatchObject({
      type: "FRAGMENT",
      fragment: { id },
      fragmentMapping: { attributeContractFulfillment: { mail: { value: "mail" }, subject: { value: "subject" } } },
    });

    // A fragment in use cannot be deleted; the dialog shows its users.
    await goTo(page, FRAGMENTS);
    await frame.getByRole("link", { name: `Delete ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: `${name} cannot be deleted` });
    await expect(dialog.getByRole("link", { name: policy })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Delete fragment" })).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await frame.getByRole("link", { name, exact: true }).click();
    await frame.getByRole("textbox", { name: "Name" }).fill(renamed);
    await frame.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`${renamed} was saved.`)).toBeVisible();

    await goTo(page, `${FRAGMENTS}/delete/${id}`);
    await frame.getByRole("link", { name: policy }).click();
    await expect(page).toHaveURL(`${POLICIES}/edit/${items[0]?.id}`);
    await frameOf(page);
    await expect(frame.getByRole("combobox", { name: "Success: action" }).first().locator("option:checked")).toHaveText(
      renamed,
    );
    await frame.getByRole("button", { name: `Remove ${renamed} on Success` }).click();
    await expect(frame.getByRole("combobox", { name: "Success: action" })).toHaveCount(1);
    await decide("Success", "Done");
    await frame.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`${policy} was saved.`)).toBeVisible();

    await goTo(page, `${FRAGMENTS}/delete/${id}`);
    await expect(frame.getByText(`${renamed} is removed from the configuration. Nothing uses it.`)).toBeVisible();
    await frame.getByRole("button", { name: "Delete fragment" }).click();
    await expect(page.getByText(`${renamed} was deleted.`)).toBeVisible();
    await expect(frame.getByRole("link", { name: renamed })).toHaveCount(0);
  },
);
