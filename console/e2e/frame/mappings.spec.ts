import type { FrameLocator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { account, auditor, get, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, test } from "../test.ts";

const POLICIES = "/applications/oauth/openid-connect-policy-management";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** The frame, once its page is shown. */
async function frameOf(page: Page): Promise<FrameLocator> {
  await expect(page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
  return page.frameLocator("iframe");
}

test("a policy contract is fulfilled from its sources, and an auditor sees it", async ({ browser, page, request }) => {
  const mark = `${Date.now()}`;
  const [manager, policy] = [`manager-${mark}`, `policy-${mark}`];
  await post(request, "/oauth/accessTokenManagers", {
    id: manager,
    name: `Manager ${mark}`,
    pluginDescriptorRef: { id: "org.sourceid.oauth20.token.plugin.impl.ReferenceBearerAccessTokenManagementPlugin" },
    configuration: {},
    attributeContract: { extendedAttributes: [{ name: "uid" }, { name: "mail" }] },
  });
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, `${POLICIES}/add`, "Add Policy");
  const frame = await frameOf(page);
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  await frame.getByRole("textbox", { name: "Name", exact: true }).fill(policy);
  const subject = frame.getByRole("row").filter({ hasText: "sub" }).last();
  // The attributes follow the selected source, and the token's attributes follow its manager.
  await frame.getByRole("combobox", { name: "Access token manager" }).selectOption(`Manager ${mark}`);
  await expect(frame.getByRole("combobox", { name: "Access token manager" })).toBeFocused();
  await subject.getByRole("combobox", { name: "Source" }).selectOption("Access token");
  const value = subject.getByRole("combobox", { name: "Value" });
  await expect(value).toBeVisible();
  await value.selectOption("uid");
  await expectAccessible(page);
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${policy} was saved.`)).toBeVisible();
  const { items } = await get<{ items: { id: string; name: string; attributeMapping: object }[] }>(
    request,
    `/oauth/openIdConnect/policies?filter=${policy}`,
  );
  expect(items[0]?.attributeMapping).toMatchObject({
    attributeContractFulfillment: { sub: { source: { type: "TOKEN" }, value: "uid" } },
  });

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, ignoreHTTPSErrors: true });
  const looking = await context.newPage();
  await open(looking, `${POLICIES}/edit/${items[0]?.id}`, policy, auditor);
  const seen = await frameOf(looking);
  await expect(seen.getByText("As an auditor, you can view this page but cannot change it.")).toBeVisible();
  await expect(seen.getByRole("button", { name: "Save" })).toHaveCount(0);
  await context.close();
});
