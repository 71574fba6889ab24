/** References without any target yet, and disabled policies. */
import { setUp } from "../session/administrator.ts";
import { get, open, post, put } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { frameOf } from "./frames.ts";

test(
  "the first item is added from the form that needs it, and is chosen on return",
  SLOW,
  async ({ page, request }) => {
    await setUp(request);
    await open(page, "/applications/oauth/access-token-mappings/add", "Add Access Token Mapping");
    const frame = await frameOf(page);
    const [added] = await Promise.all([
      page.waitForEvent("popup"),
      frame.getByRole("link", { name: /^Add Access Token Manager/ }).click(),
    ]);
    const form = await frameOf(added);
    await form.getByRole("link", { name: /Reference/ }).click();
    await expect(form.getByRole("textbox", { name: "Instance name" })).toBeVisible();
    await form.getByRole("textbox", { name: "Instance name" }).fill("First");
    await form.getByRole("textbox", { name: "Instance ID" }).fill("first");
    await form.getByRole("button", { name: "Add: Extended attributes" }).click();
    await form
      .getByRole("textbox", { name: /Extended attributes 1/ })
      .first()
      .fill("sub");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(added.getByText("First was saved. It is the default.")).toBeVisible();
    await added.close();
    await page.bringToFront();
    // This browser shows both windows at once, so that focusing the picker counts as returning.
    const picker = frame.locator("select[name=accessTokenManagerRef]");
    await picker.focus();
    await expect(picker).toHaveValue("first");
    await expect(frame.getByRole("link", { name: /^Add Access Token Manager/ })).toHaveCount(0);
  },
);

test("pages say that policies are disabled and enable them in one step", SLOW, async ({ page, request }) => {
  await setUp(request);
  const settings = await get<Record<string, unknown>>(request, "/authenticationPolicies/settings");
  await put(request, "/authenticationPolicies/settings", { ...settings, enableIdpAuthnSelection: false });
  await open(page, "/authentication/policies/policies", "Policies");
  const frame = await frameOf(page);
  await expect(frame.getByText("IdP authentication policies are disabled.")).toBeVisible();
  await expectAccessible(page);
  await frame.getByRole("button", { name: "Enable Policies" }).click();
  await expect(page.getByText("IdP authentication policies are enabled.")).toBeVisible();
  await expect(frame.getByText("IdP authentication policies are disabled.")).toBeHidden();
});

test("a missing item is added from the client's page, and the finding is gone on return", async ({ page, request }) => {
  await setUp(request);
  await post(request, "/oauth/clients", {
    clientId: "missing",
    name: "Missing",
    grantTypes: ["RESOURCE_OWNER_CREDENTIALS"],
    clientAuth: { type: "NONE" },
  });
  await post(request, "/passwordCredentialValidators", {
    id: "people",
    name: "People",
    pluginDescriptorRef: { id: "org.sourceid.saml20.domain.SimpleUsernamePasswordCredentialValidator" },
    configuration: { fields: [], tables: [{ name: "Users", rows: [row("joe", "Schiffer12")] }] },
  });
  const path = "/applications/oauth/clients/edit/missing";
  await open(page, path, "Missing");
  const frame = await frameOf(page);
  const panel = frame.getByRole("region", { name: "What is missing before this works" });
  await expect(panel.getByText("No grant mapping covers users whose passwords the client sends.")).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("link", { name: "Add Resource Owner Credentials Grant Mapping" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add Grant Mapping" })).toBeVisible();
  // The only validator is selected automatically, and the form can be saved or left without a question.
  await expect(frame.getByRole("combobox", { name: /Password credential validator/ })).toHaveValue("people");
  await expect(frame.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "false");
  await expect(frame.getByText("USER_KEY").first()).toBeVisible();
  await frame
    .getByRole("combobox", { name: /USER_KEY.*source/i })
    .selectOption({ label: "Password credential validator" });
  await frame.getByRole("combobox", { name: /USER_KEY.*(value|attribute)/i }).selectOption("username");
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Missing" })).toBeVisible();
  await expect(page.getByText("People was saved.")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(path);
  await expect(frame.getByText("No grant mapping covers users")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Add Grant Mapping" })).toBeVisible();
});

function row(username: string, password: string) {
  const fields = { Username: username, Password: password, "Confirm Password": password };
  return { fields: Object.entries(fields).map(([name, value]) => ({ name, value })) };
}
