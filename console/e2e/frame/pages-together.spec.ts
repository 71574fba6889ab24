/** Related pages and default settings, for administrators who may change them and for readers. */
import type { FrameLocator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { account, auditor, beginSession, get, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { changingButtons, frameOf, goTo } from "./frames.ts";

const POLICIES = "/authentication/policies";
const REFERENCE = "org.sourceid.oauth20.token.plugin.impl.ReferenceBearerAccessTokenManagementPlugin";

test.beforeEach(async ({ request }) => {
  await setUp(request);
  await account(request, auditor, { auditor: true, roles: [] });
});

async function openAsAuditor(page: Page): Promise<void> {
  await page.context().clearCookies({ name: "__Host-hanse-session" });
  await beginSession(page, auditor);
}

/** Opens a related page by its tab. */
async function takeTab(page: Page, frame: FrameLocator, tab: string, path: string): Promise<void> {
  await frame
    .getByRole("navigation", { name: /^Pages of / })
    .getByRole("link", { name: tab })
    .click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { level: 1, name: tab })).toBeFocused();
  await frameOf(page);
  await expect(frame.getByRole("link", { name: tab, exact: true })).toHaveAttribute("aria-current", "page");
}

async function expectLookOnly(frame: FrameLocator): Promise<void> {
  await expect(frame.getByText("As an auditor, you can view this page but cannot change it.")).toBeVisible();
  await expect(changingButtons(frame)).toHaveCount(0);
  await expect(frame.locator(":is(input:not([type=hidden]), select, textarea):enabled")).toHaveCount(0);
}

test("the policy pages are tabs that keep unsaved input until it is discarded", SLOW, async ({ page, request }) => {
  await post(request, "/authenticationPolicies/policy", {
    name: `Tabs ${Date.now()}`,
    rootNode: { action: { type: "DONE" } },
  });
  await open(page, `${POLICIES}/policies`, "Policies");
  const frame = await frameOf(page);
  await takeTab(page, frame, "Policy Settings", `${POLICIES}/policy-settings`);
  const box = frame.getByRole("checkbox", { name: "SP authentication policies" });
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  const before = await box.isChecked();
  await box.setChecked(!before);
  await frame.getByRole("link", { name: "Policy Defaults" }).click();
  await page.getByRole("button", { name: "Stay on the page" }).click();
  await expect(box).toBeChecked({ checked: !before });
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect(await get(request, "/authenticationPolicies/settings")).toMatchObject({ enableSpAuthnSelection: !before });

  await takeTab(page, frame, "Policy Defaults", `${POLICIES}/policy-defaults`);
  await frame.getByRole("button", { name: "Add: Tracked HTTP parameters" }).click();
  await expect(frame.getByRole("textbox", { name: "Tracked HTTP parameters 1" })).toBeFocused();
  await page.keyboard.type("campaign");
  await expectAccessible(page);
  await frame.getByRole("button", { name: "Save" }).click();
  // The success message may still be that of the previous page.
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  expect(await get(request, "/authenticationPolicies/default")).toMatchObject({
    trackedHttpParameters: ["campaign"],
  });
  await takeTab(page, frame, "Policies", `${POLICIES}/policies`);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Policy Defaults" })).toBeVisible();

  await openAsAuditor(page);
  await goTo(page, `${POLICIES}/policies`);
  await takeTab(page, frame, "Policy Settings", `${POLICIES}/policy-settings`);
  await expectLookOnly(frame);
  await takeTab(page, frame, "Policy Defaults", `${POLICIES}/policy-defaults`);
  await expect(frame.getByRole("textbox", { name: "Tracked HTTP parameters 1" })).toHaveValue("campaign");
  await expectLookOnly(frame);
});

for (const { path, list, member, settings, body } of [
  {
    path: "/applications/oauth/access-token-management",
    list: "/oauth/accessTokenManagers",
    settings: "/oauth/accessTokenManagers/settings",
    member: "defaultAccessTokenManagerRef",
    body: () => ({
      pluginDescriptorRef: { id: REFERENCE },
      configuration: {},
      attributeContract: { extendedAttributes: [{ name: "uid" }] },
    }),
  },
  {
    path: "/applications/oauth/openid-connect-policy-management",
    list: "/oauth/openIdConnect/policies",
    settings: "/oauth/openIdConnect/settings",
    member: "defaultPolicyRef",
    body: (manager: string) => ({
      accessTokenManagerRef: { id: manager },
      attributeContract: { extendedAttributes: [] },
      attributeMapping: { attributeContractFulfillment: { sub: { source: { type: "TOKEN" }, value: "uid" } } },
    }),
  },
  {
    path: "/system/external-systems/notification-publishers",
    list: "/notificationPublishers",
    settings: "/notificationPublishers/settings",
    member: "defaultNotificationPublisherRef",
    body: () => ({
      pluginDescriptorRef: { id: "com.pingidentity.email.SmtpNotificationPlugin" },
      configuration: {
        tables: [],
        fields: [
          { name: "From Address", value: "hanse@example.com" },
          { name: "Email Server", value: "localhost" },
        ],
      },
    }),
  },
]) {
  test(`one item of a list is the default: ${list}`, SLOW, async ({ page, request }) => {
    const mark = `${Date.now()}`;
    const manager = {
      id: `for${mark}`,
      name: `For ${mark}`,
      pluginDescriptorRef: { id: REFERENCE },
      configuration: {},
    };
    const attributeContract = { extendedAttributes: [{ name: "uid" }] };
    await post(request, "/oauth/accessTokenManagers", { ...manager, attributeContract });
    const [one, two] = [`One ${mark}`, `Two ${mark}`] as const;
    for (const name of [one, two]) {
      await post(request, list, { id: name.replace(" ", ""), name, ...body(manager.id) });
    }
    await beginSession(page);
    await goTo(page, `${path}?search=${mark}`);
    const frame = await frameOf(page);
    const row = (name: string) => frame.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
    const label = (name: string) => row(name).getByText("Default", { exact: true });
    for (const name of [one, two]) {
      await goTo(page, `${path}?search=${encodeURIComponent(name)}`);
      await frame.getByRole("button", { name: `Set as Default: ${name}` }).press("Enter");
      await expect(page.getByText(`${name} is the default.`)).toBeVisible();
      await expect(label(name)).toBeVisible();
      // The focus is on the next possible action.
      await expect(frame.getByRole("button", { name: `Clear Default: ${name}` })).toBeFocused();
    }
    expect(await get(request, settings)).toMatchObject({ [member]: { id: two.replace(" ", "") } });
    await expect(label(one)).toHaveCount(0);
    await expectAccessible(page);
    // The default setting does not prevent the deletion: afterwards there is no default.
    await goTo(page, `${path}/delete/${two.replace(" ", "")}`);
    await expect(frame.getByText(`${two} is removed from the configuration. Nothing uses it.`)).toBeVisible();

    await openAsAuditor(page);
    await goTo(page, `${path}?search=${encodeURIComponent(two)}`);
    await expect(label(two)).toBeVisible();
    await expect(frame.getByRole("button", { name: /default/i })).toHaveCount(0);
    await page.context().clearCookies({ name: "__Host-hanse-session" });
    await beginSession(page);
    await goTo(page, `${path}?search=${encodeURIComponent(two)}`);
    await frame.getByRole("button", { name: `Clear Default: ${two}` }).press("Enter");
    await expect(page.getByText(`${two} is no longer the default.`)).toBeVisible();
    expect(await get(request, settings)).not.toHaveProperty(member);
  });
}

test("session settings of one source override the global ones", SLOW, async ({ page, request }) => {
  const mark = `${Date.now()}`;
  await post(request, "/idp/adapters", {
    id: `gate${mark}`,
    name: `Gate ${mark}`,
    pluginDescriptorRef: { id: "com.pingidentity.adapters.identifierfirst.idp.IdentifierFirstAdapter" },
    configuration: {},
    attributeContract: { coreAttributes: [{ name: "subject", pseudonym: true }, { name: "domain" }] },
  });
  await open(page, `${POLICIES}/sessions`, "Sessions");
  const frame = await frameOf(page);
  await takeTab(page, frame, "Session Overrides", `${POLICIES}/session-overrides`);
  await goTo(page, `${POLICIES}/session-overrides/add`);
  await frame.getByRole("combobox", { name: "Authentication Source" }).selectOption({ label: `Gate ${mark}` });
  await frame.getByRole("checkbox", { name: "Enable Sessions" }).check();
  await frame.getByRole("textbox", { name: "Idle Timeout (minutes)" }).fill("90");
  await frame.getByRole("textbox", { name: "Maximum Timeout (minutes)" }).fill("30");
  await frame.getByRole("button", { name: "Save" }).click();
  // The idle timeout cannot be longer than the lifetime.
  await expect(frame.getByRole("alert")).toBeFocused();
  await frame.getByRole("alert").getByRole("link").first().click();
  await expectAccessible(page);
  await frame.getByRole("textbox", { name: "Idle Timeout (minutes)" }).fill("15");
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`Gate ${mark} was saved.`)).toBeVisible();
  const row = frame.getByRole("row").filter({ hasText: `Gate ${mark}` });
  await expect(row.getByRole("cell").filter({ hasText: /^15$/ })).toBeVisible();
  await expect(row.getByRole("cell").filter({ hasText: /^30$/ })).toBeVisible();
  await expectAccessible(page);
  // There is one for each source.
  await goTo(page, `${POLICIES}/session-overrides/add`);
  await frame.getByRole("combobox", { name: "Authentication Source" }).selectOption({ label: `Gate ${mark}` });
  await frame.getByRole("button", { name: "Save" }).click();
  await frame.getByRole("link", { name: /^Authentication Source: This source already has a session policy/ }).click();
  await expect(frame.getByRole("combobox", { name: "Authentication Source" })).toBeFocused();
  await expect(frame.getByRole("combobox", { name: "Authentication Source" })).toHaveAttribute("aria-invalid", "true");

  await openAsAuditor(page);
  await goTo(page, `${POLICIES}/session-overrides`);
  await expect(page.getByRole("link", { name: /^Add / })).toHaveCount(0);
  await expect(frame.getByRole("link", { name: /^Delete / })).toHaveCount(0);
  await frame.getByRole("link", { name: `Gate ${mark}` }).click();
  await expect(frame.getByRole("textbox", { name: "Idle Timeout (minutes)" })).toHaveValue("15");
  await expectLookOnly(frame);
  await goTo(page, `${POLICIES}/sessions`);
  await expectLookOnly(frame);
});
