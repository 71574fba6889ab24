/** The sign-in trace: a failed and a successful sign-in in a real browser are found, explained and exported. */
import { readFile } from "node:fs/promises";
import { ClientSecretBasic } from "openid-client";
import { frameOf } from "../frame/frames.ts";
import { get, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW } from "../test.ts";
import { begun, configured, fillPassword, SECRETS, test } from "./provider.ts";

const TRACE = "/system/server/sign-in-trace";

test("a sign-in is found by the user's name, and shows its steps", async ({ page, provider }) => {
  await post(page.request, "/oauth/clients", {
    clientId: "traced",
    name: "Traced shop",
    redirectUris: [`${provider.application}/callback`],
    grantTypes: ["AUTHORIZATION_CODE"],
    clientAuth: SECRETS,
    bypassApprovalPage: true,
  });
  const application = await configured(provider, "traced", ClientSecretBasic());
  const { address } = await begun(application, provider);
  await page.goto(address.href);
  await fillPassword(page, { ...provider, password: "not-the-password" });
  const mistake = await page.getByRole("alert").innerText();
  await fillPassword(page, provider);
  await page.waitForURL(`${provider.application}/callback?**`);
  // The trace is written in the background.
  await expect
    .poll(async () => (await get<{ items: object[] }>(page.request, "/signInTraces/records?clientId=traced")).items)
    .toMatchObject([{ outcome: "SUCCEEDED", user: "joe" }]);

  await open(page, TRACE, "Sign-In Trace");
  const inner = await frameOf(page);
  await inner.getByRole("textbox", { name: "User" }).fill("JOE");
  await inner.getByRole("textbox", { name: "Client ID" }).fill("traced");
  await inner.getByRole("combobox", { name: "Outcome" }).selectOption("Succeeded");
  await inner.getByRole("button", { name: "Find sign-ins" }).click();
  await expect(page).toHaveURL(/user=JOE&client=traced&outcome=SUCCEEDED/);
  const row = inner.getByRole("row").filter({ hasText: "Traced shop" });
  await expect(row).toHaveCount(1);
  await expect(row.getByText("Succeeded")).toBeVisible();
  await expectAccessible(page);
  await row.getByRole("link").first().click();

  await expect(page.getByRole("heading", { level: 1, name: "Sign-in of joe" })).toBeVisible();
  const requests = inner.getByRole("region", { name: /^Request \d/ });
  await expect(requests).toHaveCount(3);
  await expect(requests.nth(1).getByText(mistake)).toBeVisible();
  const last = requests.nth(2);
  await expect(last.getByRole("listitem").filter({ hasText: "Answer to the client → code" })).toBeVisible();
  await expect(last.getByRole("listitem").filter({ hasText: "Grant mapping" }).getByText("USER_KEY")).toBeVisible();
  await expectAccessible(page);

  const downloaded = page.waitForEvent("download");
  await inner.getByRole("link", { name: "Download as JSON" }).click();
  const exported = JSON.parse(await readFile(await (await downloaded).path(), "utf8"));
  expect(exported).toMatchObject({ user: "joe", outcome: "SUCCEEDED" });
  expect(JSON.stringify(exported)).not.toContain(provider.password);
  expect(JSON.stringify(exported)).not.toContain("not-the-password");

  const reference = exported.requests[0].reference;
  await page.goto(`${TRACE}?reference=${reference}`);
  await expect(inner.getByRole("row").filter({ hasText: "Traced shop" })).toHaveCount(1);
});

test("a search without hits says where sign-ins are switched on", SLOW, async ({ page, provider: _provider }) => {
  await open(page, `${TRACE}?user=nobody`, "Sign-In Trace");
  await expect((await frameOf(page)).getByRole("heading", { name: "No sign-ins" })).toBeVisible();
  await expect((await frameOf(page)).getByRole("textbox", { name: "User" })).toHaveValue("nobody");
});
