/** A test sign-in with a validator, and a dry run of a policy with chosen results before it is saved. */
import type { APIRequestContext } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { fits, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { frameOf } from "./frames.ts";

const VALIDATOR = "org.sourceid.saml20.domain.SimpleUsernamePasswordCredentialValidator";
const PASSWORD = "Hanse-1241-Hanse";
const ADAPTER = "com.pingidentity.adapters.htmlform.idp.HtmlFormIdpAuthnAdapter";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** Creates a validator with one user, whose name is the password. */
async function makeValidator(request: APIRequestContext, id: string): Promise<void> {
  const row = ["Username", "Password", "Confirm Password"].map((name) => ({ name, value: PASSWORD }));
  const users = [{ name: "Users", rows: [{ fields: row }] }];
  await post(request, "/passwordCredentialValidators", {
    id: `v${id}`,
    name: `Users ${id}`,
    pluginDescriptorRef: { id: VALIDATOR },
    configuration: { fields: [], tables: users },
  });
}

test("the result of a test sign-in is beside its button, in view, and has the focus", async ({ page, request }) => {
  const id = `tried${Date.now()}`;
  await makeValidator(request, id);
  await open(page, `/system/data-and-credential-stores/password-credential-validators/edit/v${id}`, `Users ${id}`);
  const frame = await frameOf(page);
  const test = frame.getByRole("button", { name: "Test Sign-In" });
  const result = frame.getByRole("alert");
  await test.click();
  await expect(result).toBeFocused();
  await expect(result).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await result.getByRole("link", { name: "Password: This field is required." }).click();
  await expect(frame.getByRole("textbox", { name: "Password", exact: true })).toBeFocused();
  await frame.getByRole("textbox", { name: "Username", exact: true }).fill(PASSWORD);
  await frame.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
  await test.click();
  await expect(result).toContainText("The username and the password are correct.");
  await expect(result).toBeFocused();
  await expect(result).toBeInViewport({ ratio: 1 });
  await expect(frame.getByRole("textbox", { name: "Password", exact: true })).toHaveValue("");
  await expectAccessible(page);
});

test("path and attributes of an unsaved policy are shown", SLOW, async ({ page, request }) => {
  const id = `staff${Date.now()}`;
  await makeValidator(request, id);
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
    // Measured from the first field, because banners may be shown above it.
    const field = await frame.getByRole("textbox", { name: "Name" }).boundingBox();
    const boxes = await Promise.all((await choices.all()).map((choice) => choice.boundingBox()));
    const [root, ...branches] = boxes.map((box) => ({ x: Math.round(box?.x ?? 0), y: box?.y ?? 0 }));
    expect(new Set(branches.map(({ x }) => x)).size).toBe(1);
    const top = field?.y ?? Infinity;
    expect((root?.y ?? Infinity) - top).toBeLessThan(400);
    for (const { y } of branches) expect(y - top).toBeLessThan(480);
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
  await expect(frame.getByRole("status")).toBeFocused();
  await expectAccessible(page);
  expect(await fits(page)).toBe(true);

  // A result is changed where it was chosen, and the focus is there.
  await frame.getByRole("button", { name: `Change the result of Form ${id}` }).click();
  await expect(frame.getByRole("radio", { name: "Success" })).toBeFocused();

  await frame.getByRole("button", { name: "Back to the policy" }).click();
  await expect(frame.getByRole("textbox", { name: "Name" })).toHaveValue("Staff");
});
