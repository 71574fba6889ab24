/** CIBA request policies: a form with two mappings, whose attributes follow the authenticator and the contract. */
import { setUp } from "../session/administrator.ts";
import { get, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

test(
  "a request policy maps the identity hint to the user and to the authenticator",
  SLOW,
  async ({ page, request }) => {
    const mark = `${Date.now()}`;
    await post(request, "/oauth/outOfBandAuthPlugins", {
      id: `authenticator-${mark}`,
      name: `Authenticator ${mark}`,
      pluginDescriptorRef: { id: "hanse.email-authenticator" },
      configuration: {},
    });
    await open(page, "/applications/oauth/ciba-request-policies/add", "Add Request Policy");
    const frame = page.frameLocator("iframe");
    await frame.getByRole("textbox", { name: "Policy ID" }).fill(`policy-${mark}`);
    await frame.getByRole("textbox", { name: "Name", exact: true }).fill(`Policy ${mark}`);
    await frame.getByRole("combobox", { name: "Authenticator" }).selectOption(`Authenticator ${mark}`);
    const mapping = frame.getByRole("region", { name: "Identity hint mapping" });
    await mapping.getByRole("combobox", { name: "email: Source" }).selectOption("Text");
    const email = mapping.getByRole("textbox", { name: "email: Value" });
    await email.fill("joe@example.com");
    await expectAccessible(page);
    await frame.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`Policy ${mark} was saved.`)).toBeVisible();
    const saved = await get<object>(request, `/oauth/cibaServerPolicy/requestPolicies/policy-${mark}`);
    const subject = { source: { type: "REQUEST" }, value: "IDENTITY_HINT_SUBJECT" };
    expect(saved).toMatchObject({
      identityHintContractFulfillment: { attributeContractFulfillment: { IDENTITY_HINT_SUBJECT: subject } },
      identityHintMapping: {
        attributeContractFulfillment: {
          USER_KEY: subject,
          email: { source: { type: "TEXT" }, value: "joe@example.com" },
        },
      },
    });
  },
);
