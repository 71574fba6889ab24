/** Frame forms at their own address, in a browser without scripts: the server does all the work. */
import type { Locator, Page } from "@playwright/test";
import { workshop } from "../security/openssl.ts";
import { setUp } from "../session/administrator.ts";
import { beginSession, get, post } from "../system/signedIn.ts";
import { expect, SLOW, test } from "../test.ts";

const FRAMES = "/pf-admin-ui/frame";

test.use({ javaScriptEnabled: false });

test.beforeEach(async ({ request, page }) => {
  await setUp(request);
  await beginSession(page);
});

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const box = (page: Page | Locator, name: string) => page.getByRole("textbox", { name, exact: true });

/** The next page shows the result of the previous one. */
async function expectSaved(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("status")).toHaveText(`${name} was saved.`);
}

/** Errors are listed, and each one links to its field. */
async function expectProblem(page: Page, message: string | RegExp, field: Locator): Promise<void> {
  await expect(page.getByRole("alert")).toContainText("The changes were not saved");
  await page.getByRole("alert").getByRole("link", { name: message }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
}

test(
  "a client is created, refused, changed, and deleted when it is no longer used",
  SLOW,
  async ({ page, request }) => {
    const id = `plain-${Date.now()}`;
    const name = `Plain ${id}`;
    await page.goto(`${FRAMES}/oauthClients/add`);
    await save(page);
    await expectProblem(page, /Client ID/, box(page, "Client ID"));
    await box(page, "Client ID").fill(id);
    await box(page, "Name").fill(name);
    const grants = page.getByRole("group", { name: "Allowed Grant Types" });
    await grants.getByRole("checkbox", { name: "Authorization code" }).check();
    await page.getByRole("button", { name: "Add: Redirect URIs" }).click();
    await box(page, "Redirect URIs 1").fill("not an address");
    // Every answer contains the entered values.
    await page.getByRole("button", { name: "Add: Redirect URIs" }).click();
    await expect(box(page, "Redirect URIs 1")).toHaveValue("not an address");
    await box(page, "Redirect URIs 2").fill("https://kontor.example.com/callback");
    await save(page);
    await expectProblem(page, /Redirect URIs/, box(page, "Redirect URIs 1"));
    await expect(box(page, "Client ID")).toHaveValue(id);
    await expect(grants.getByRole("checkbox", { name: "Authorization code" })).toBeChecked();
    await page.getByRole("button", { name: "Remove Redirect URIs 1" }).click();
    await expect(box(page, "Redirect URIs 1")).toHaveValue("https://kontor.example.com/callback");
    await save(page);
    await expectSaved(page, name);
    const client = await get<{ redirectUris: string[]; grantTypes: string[] }>(request, `/oauth/clients/${id}`);
    expect(client).toMatchObject({
      redirectUris: ["https://kontor.example.com/callback"],
      grantTypes: ["AUTHORIZATION_CODE"],
    });

    const selector = await post<{ id: string }>(request, "/authenticationSelectors", {
      id: `of-${id}`,
      name: `Of ${id}`,
      pluginDescriptorRef: { id: "com.pingidentity.pf.selectors.oauthclientset.OAuthClientSetAuthnSelector" },
      configuration: {
        tables: [{ name: "Clients", rows: [{ fields: [{ name: "Client ID", value: id }] }] }],
        fields: [],
      },
    });
    await page.getByRole("searchbox", { name: "Search clients" }).fill(name);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: `Delete ${name}` }).click();
    await expect(page.getByText("It is in use. Remove these references first.")).toBeVisible();
    await expect(page.getByRole("link", { name: `Of ${id}` })).toBeVisible();
    await expect(page.getByRole("button", { name: "Delete client" })).toHaveCount(0);
    await page.goto(`${FRAMES}/selectors/delete/${selector.id}`);
    await page.getByRole("button", { name: "Delete selector" }).click();
    await expect(page.getByRole("status")).toContainText("was deleted.");
    await page.goto(`${FRAMES}/oauthClients/delete/${id}`);
    await page.getByRole("button", { name: "Delete client" }).click();
    await expect(page.getByRole("status")).toHaveText(`${name} was deleted.`);
  },
);

test("the rows of a validator's users keep their passwords", SLOW, async ({ page }) => {
  const name = `Crew ${Date.now()}`;
  await page.goto(`${FRAMES}/passwordCredentialValidators/add`);
  await page.getByRole("link", { name: "Simple Username Password Credential Validator" }).click();
  await box(page, "Instance name").fill(name);
  for (const number of [1, 2]) {
    await page.getByRole("button", { name: "Add: Users" }).click();
    await box(page, `Users ${number}: Username`).fill(`sailor-${number}`);
    await page.getByLabel(`Users ${number}: Password`).fill("Schiffer12");
    await page.getByLabel(`Users ${number}: Confirm Password`).fill(number === 1 ? "Schiffer12" : "Schiffer13");
  }
  await save(page);
  await expect(page.getByRole("alert")).toContainText("The changes were not saved");
  await page.getByLabel("Users 2: Confirm Password").fill("Schiffer12");
  await save(page);
  await expectSaved(page, name);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Remove Users 1" }).click();
  await expect(box(page, "Users 1: Username")).toHaveValue("sailor-2");
  await page.getByLabel("Replace: Users 1: Password").click();
  await page.getByLabel("Users 1: Password", { exact: true }).fill("Matrose1370");
  await page.getByLabel("Replace: Users 1: Confirm Password").click();
  await page.getByLabel("Users 1: Confirm Password", { exact: true }).fill("Matrose1370");
  await save(page);
  await expectSaved(page, name);
});

test("a directory and a database are saved without connecting", SLOW, async ({ page }) => {
  const mark = `${Date.now()}`;
  await page.goto(`${FRAMES}/dataStores/add`);
  await page.getByRole("link", { name: "Directory (LDAP)" }).click();
  await box(page, "Name").fill(`Directory ${mark}`);
  await box(page, "Hostname(s) 1").fill("localhost:1");
  await box(page, "User DN").fill("cn=hanse,dc=example");
  await page.getByLabel("Password", { exact: true }).fill("Hansa-1241");
  await save(page);
  await expect(page.getByRole("alert")).toContainText("The directory cannot be reached");
  await page.getByRole("button", { name: "Save without connecting" }).click();
  await expectSaved(page, `Directory ${mark}`);

  await page.goto(`${FRAMES}/dataStores/add`);
  await page.getByRole("link", { name: /SQL|Database/ }).click();
  await box(page, "Name").fill(`Rooms ${mark}`);
  await page.getByRole("combobox", { name: "Driver" }).selectOption("PostgreSQL");
  await box(page, "JDBC URL").fill("http://rooms.example");
  await save(page);
  await expectProblem(page, /JDBC URL|address/i, box(page, "JDBC URL"));
  await box(page, "JDBC URL").fill("jdbc:postgresql://localhost:1/rooms");
  await box(page, "Username").fill("hanse");
  await page.getByLabel("Password", { exact: true }).fill("Hansa-1241");
  await save(page);
  await expect(page.getByRole("alert")).toContainText("The database returned an error");
  await page.getByRole("button", { name: "Save without connecting" }).click();
  await expectSaved(page, `Rooms ${mark}`);
});

test("a policy is built with its buttons and keeps its rules", SLOW, async ({ page, request }) => {
  const name = `Plain policy ${Date.now()}`;
  const outputs = await post<{ id: string }>(request, "/authenticationPolicyContracts", { name: `${name} user` });
  const body = { name: `${name} factor`, outputs: { id: outputs.id }, rootNode: { action: { type: "DONE" } } };
  const factor = await post<{ id: string }>(request, "/authenticationPolicies/fragments", body);
  await page.goto(`${FRAMES}/policies/add`);
  await box(page, "Name").fill(name);
  for (const [branch, action] of [
    ["Policy", `${name} factor`],
    ["Fail", "Done"],
    ["Success", "Continue"],
  ] as const) {
    await page.getByRole("combobox", { name: `${branch}: action` }).selectOption({ label: action });
    await page.getByRole("button", { name: `Apply: ${branch}` }).click();
    await expect(page.getByRole("button", { name: `Remove ${action} on ${branch}` })).toBeVisible();
  }
  await save(page);
  await expectSaved(page, name);

  const path = "/authenticationPolicies/policy";
  const { items } = await get<{ items: { id: string }[] }>(request, `${path}?filter=${encodeURIComponent(name)}`);
  const rule = {
    attributeSource: { type: "FRAGMENT", id: factor.id },
    attributeName: "subject",
    condition: "EQUALS",
    expectedValue: "joe",
    result: "Joe",
  };
  const action = {
    type: "FRAGMENT",
    fragment: { id: factor.id },
    attributeRules: { fallbackToSuccess: true, items: [rule] },
  };
  const done = (context: string) => ({ action: { type: "DONE", context } });
  const ruled = { name: `${name} ruled`, rootNode: { action, children: ["Fail", "Joe", "Success"].map(done) } };
  const { id } = await post<{ id: string }>(request, path, ruled);
  expect(items).toHaveLength(1);
  await page.goto(`${FRAMES}/policies/edit/${id}`);
  await page.getByText("1 rule, else Success").click();
  await expect(page.getByRole("cell", { name: "Joe", exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Joe: action" }).selectOption({ label: "Restart" });
  await page.getByRole("button", { name: "Apply: Joe" }).click();
  await expect(page.getByRole("button", { name: "Remove Restart on Joe" })).toBeVisible();
  await save(page);
  await expectSaved(page, `${name} ruled`);
  expect(await get(request, `${path}/${id}`)).toMatchObject({
    rootNode: { action, children: [{}, { action: { type: "RESTART", context: "Joe" } }, {}] },
  });
});

test("the certificate of an authority is uploaded", SLOW, async ({ page }) => {
  const { folder, remove } = workshop();
  await page.goto(`${FRAMES}/trustedCas/add`);
  await save(page);
  await expect(page.getByRole("alert")).toContainText("The changes were not saved");
  await page.getByLabel("File").setInputFiles(`${folder}/authority.crt`);
  await save(page);
  await expect(page.getByRole("status")).toContainText("was saved.");
  await page
    .getByRole("link", { name: /Example Root/ })
    .first()
    .click();
  await expect(page.getByText("CN=Example Root, O=Example Authority").first()).toBeVisible();
  remove();
});
