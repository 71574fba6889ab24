import { setUp } from "../session/administrator.ts";
import { ORGANIZATION } from "../setup/cloud.ts";
import { expect, expectAccessible, SLOW } from "../test.ts";
import {
  active,
  change,
  connectionName,
  connections,
  credential,
  expand,
  flip,
  names,
  PATH,
  save,
  store,
  TITLE,
  test,
} from "./ping-one.ts";
import { asFirst, open } from "./signedIn.ts";

const IN_USE = "Cannot delete this connection as it is currently in use.";

test.beforeEach(async ({ request, gate, cloud }) => {
  await gate.open();
  await setUp(request);
  await store(request, cloud.credential, { name: "Kontor", description: "Ours" }, { name: "acme" });
});
test("both paths lead to the list, which is sorted by name", SLOW, async ({ page }) => {
  await open(page, "/system/external-systems", TITLE);
  await expect(names(page)).toHaveText(["acme", "Kontor"]);
  await page.goto(PATH);
  await expect(names(page)).toHaveText(["acme", "Kontor"]);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("External Systems");
  await page.goto("/system");
  await page.getByRole("link", { name: TITLE }).click();
  await expect(names(page)).toHaveText(["acme", "Kontor"]);
});

test("the first connection gets the name of its organization", async ({ page, request, cloud }) => {
  await store(request, cloud.credential);
  await open(page, PATH, TITLE);
  await expect(page.getByRole("heading", { name: "No connections" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "+Add Connection" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Connect To PingOne" })).toBeFocused();
  await expect(save(page)).toHaveAttribute("aria-disabled", "true");
  await connectionName(page).fill(" ");
  await connectionName(page).fill("x");
  await connectionName(page).fill("");
  await credential(page).fill(`  ${cloud.credential}\n`);
  await expect(connectionName(page)).toHaveValue(ORGANIZATION);
  await expect(page.getByText(`This credential belongs to the organization ${ORGANIZATION}.`)).toBeVisible();
  await expectAccessible(page);
  await save(page).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  await expect(names(page)).toHaveText([ORGANIZATION]);
  await expect(active(page, ORGANIZATION)).toBeChecked();
  const [stored] = await connections(request);
  expect(stored).toMatchObject({ name: ORGANIZATION, active: true });
});

test("missing values and an existing name are reported at their fields", SLOW, async ({ page, cloud }) => {
  await open(page, PATH, TITLE);
  await page.getByRole("button", { name: "+Add Connection" }).click();
  await page.getByRole("textbox", { name: "Description", exact: true }).fill("x");
  await save(page).click();
  await expect(credential(page)).toHaveAccessibleDescription(/This field is required/);
  await expect(connectionName(page)).toHaveAccessibleDescription(/This field is required/);
  await expect(credential(page)).toBeFocused();
  await expectAccessible(page);
  await credential(page).fill(cloud.credential);
  await connectionName(page).fill("KONTOR");
  await save(page).click();
  await expect(connectionName(page)).toHaveAccessibleDescription(/already in use/);
  await expect(page.getByRole("alert").getByText("Connection Name: This name is already in use.")).toBeVisible();
  await expectAccessible(page);
  await connectionName(page).fill("Speicher");
  await save(page).click();
  await expect(names(page)).toHaveText(["acme", "Kontor", "Speicher"]);
});

test.describe("a deleted connection", () => {
  test.use({ expectedProblems: [/status of 404/] });

  test("the switch saves, and is reset with a reason if that fails", SLOW, async ({ page, request }) => {
    await open(page, PATH, TITLE);
    await expect(active(page, "Kontor")).toBeChecked();
    await flip(page, "Kontor");
    await expect(page.getByText("Settings saved.")).toBeVisible();
    await expect(active(page, "Kontor")).not.toBeChecked();
    expect((await connections(request)).find(({ name }) => name === "Kontor")?.active).toBe(false);
    await page.reload();
    await expect(active(page, "Kontor")).not.toBeChecked();
    // Another administrator deletes it meanwhile.
    const kontor = (await connections(request)).find(({ name }) => name === "Kontor");
    await asFirst(request, "DELETE", `/pingOneConnections/${kontor?.id}`);
    await flip(page, "Kontor");
    await expect(page.getByText("Kontor was not activated.")).toBeVisible();
    await expect(active(page, "Kontor")).not.toBeChecked();
  });
});

test("deleting asks first and names the consequences", async ({ page, request }) => {
  await open(page, PATH, TITLE);
  await page.getByRole("button", { name: "Delete connection Kontor" }).click();
  const dialog = page.getByRole("dialog", { name: /Delete Kontor\?/ });
  await expect(dialog.getByText("Nothing uses the connection.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter"); // The focus is on Cancel.
  await expect(dialog).toBeHidden();
  expect(await connections(request)).toHaveLength(2);
  await page.getByRole("button", { name: "Delete connection Kontor" }).click();
  await dialog.getByRole("button", { name: "Delete connection" }).click();
  await expect(page.getByText("Kontor was deleted.")).toBeVisible();
  await expect(names(page)).toHaveText(["acme"]);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(await connections(request)).toHaveLength(1);
});

test("a connection in use cannot be deleted, and its users are named", SLOW, async ({ page, request }) => {
  // Nothing on this server can use a connection yet: these two answers are mocked.
  await page.route("**/internal/usedBy/pingOneConnections/*", (route) =>
    route.fulfill({
      json: { items: [{ type: "Data Store", kind: "dataStores", id: "d-1", name: "Directory", path: "gateway" }] },
    }),
  );
  await page.route("**/pingOneConnections/*/usage", (route) =>
    route.fulfill({
      json: {
        categories: [{ id: "DATA_STORE", name: "Data Stores" }],
        items: [{ id: "d-1", name: "Directory", type: "PingOne LDAP Gateway", categoryId: "DATA_STORE", ref: {} }],
      },
    }),
  );
  await open(page, PATH, TITLE);
  await page.getByRole("button", { name: "Delete connection Kontor" }).click();
  const dialog = page.getByRole("dialog", { name: "Kontor cannot be deleted" });
  await expect(dialog.getByText(IN_USE)).toBeVisible();
  await expect(dialog.getByText("Directory")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Delete connection" })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expand(page, "Kontor");
  await page.getByRole("tab", { name: "Usage" }).click();
  await expect(page.getByRole("tabpanel", { name: "Usage" }).getByText("Data Stores")).toBeVisible();
  expect(await connections(request)).toHaveLength(2);
});

test("the second of two editors sees both sides; values outside of the form are kept", async ({ page, request }) => {
  const kontor = (await connections(request)).find(({ name }) => name === "Kontor");
  if (!kontor) throw new Error("no Kontor");
  await open(page, PATH, TITLE);
  await page.getByRole("button", { name: "Edit connection Kontor" }).click();
  await connectionName(page).fill("Mine");
  await change(request, kontor, { name: "Theirs", active: false });
  await save(page).click();
  const dialog = page.getByRole("dialog", { name: /Another administrator saved/ });
  await expect(dialog.getByText("Mine", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Theirs", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Overwrite with my changes" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  const now = (await connections(request)).find(({ id }) => id === kontor.id);
  expect(now).toMatchObject({ name: "Mine", active: false });
});
