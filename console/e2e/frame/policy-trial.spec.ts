/** A dry run of a policy with chosen results, before it is saved. */
import { setUp } from "../session/administrator.ts";
import { fits, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, test } from "../test.ts";
import { frameOf } from "./frames.ts";

const VALIDATOR = "org.sourceid.saml20.domain.SimpleUsernamePasswordCredentialValidator";
const ADAPTER = "com.pingidentity.adapters.htmlform.idp.HtmlFormIdpAuthnAdapter";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

test("path and attributes of an unsaved policy are shown", async ({ page, request }) => {
  const id = `staff${Date.now()}`;
  const row = ["Username", "Password", "Confirm Password"].map((name) => ({ name, value: "Hanse-1241-Hanse" }));
  const users = [{ name: "Users", rows: [{ fields: row }] }];
  await post(request, "/passwordCredentialValidators", {
    id: `v${id}`,
    name: `Users ${id}`,
    pluginDescriptorRef: { id: VALIDATOR },
    configuration: { fields: [], tables: users },
  });
  const uses = [{ fields: [{ name: "Password Credential Validator Instance", value: `v${id}` }] }];
  await post(request, "/idp/adapters", {
    id,
    name: `Form ${id}`,
    pluginDescriptorRef: { id: ADAPTER },
    configuration: { fields: [], tables: [{ name: "Credential Validators", rows: uses }] },
    attributeContract: { coreAttributes: [{ name: "policy.action" }, { name: "username", pseudonym: true }] },
  });
  const contract = { name: `Staff ${id}`, extendedAttributes: [] };
  await post(request, "/authenticationPolicyContracts", contract);

  await open(page, "/authentication/policies/policies/add", "Add Policy");
  let frame = await frameOf(page);
  await frame.getByRole("textbox", { name: "Name" }).fill("Staff");
  const decide = async (branch: string, action: string): Promise<void> => {
    await frame.getByRole("combobox", { name: `${branch}: action` }).selectOption({ label: action });
    await frame.getByRole("button", { name: `Apply: ${branch}` }).click();
    await expect(frame.getByRole("button", { name: `Remove ${action} on ${branch}` })).toBeVisible();
  };
  await decide("Policy", `Form ${id}`);
  await decide("Fail", "Done");
  await decide("Success", `Staff ${id}`);
  // The choices of all branches are stacked, and most of a small tree is in view at once.
  const choices = frame.getByRole("combobox", { name: /: action$/ });
  await expect(async () => {
    const boxes = await Promise.all((await choices.all()).map((choice) => choice.boundingBox()));
    const [root, ...branches] = boxes.map((box) => ({ x: Math.round(box?.x ?? 0), y: box?.y ?? 0 }));
    expect(new Set(branches.map(({ x }) => x)).size).toBe(1);
    expect(root?.y).toBeLessThan(620);
  }).toPass({ timeout: 10_000 });
  await frame.getByRole("button", { name: "Try Policy" }).click();

  await expect(page.getByRole("heading", { name: "Try Staff", level: 1 })).toBeVisible();
  frame = await frameOf(page);
  await frame.getByRole("radio", { name: "Success" }).check();
  await frame.getByRole("textbox", { name: "username" }).fill("joe");
  await expectAccessible(page);
  await frame.getByRole("button", { name: "Continue" }).click();
  await expect(frame.getByRole("heading", { name: "The user is signed in." })).toBeVisible();
  await expect(frame.getByText("joe", { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  expect(await fits(page)).toBe(true);

  await frame.getByRole("button", { name: "Back to the policy" }).click();
  await expect(frame.getByRole("textbox", { name: "Name" })).toHaveValue("Staff");
});
