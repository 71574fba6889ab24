import { setUp } from "../session/administrator.ts";
import { ORGANIZATION } from "../setup/cloud.ts";
import { expect, expectAccessible, looks } from "../test.ts";
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
  row,
  save,
  state,
  store,
  TITLE,
  test,
  toggle,
} from "./ping-one.ts";
import { account, asFirst, auditor, choose, fits, open } from "./signedIn.ts";

const IN_USE = "Cannot delete this connection as it is currently in use.";
const idOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).jti;

test.beforeEach(async ({ request, gate, cloud }) => {
  await gate.open();
  await setUp(request);
  await store(request, cloud.credential, { name: "Kontor", description: "Ours" }, { name: "acme" });
});

test("both paths lead to the list, which is sorted by name", async ({ page }) => {
  await open(page, "/system/external-systems", TITLE);
  await expect(names(page)).toHaveText(["acme", "Kontor"]);
  await page.goto(PATH);
  await expect(names(page)).toHaveText(["acme", "Kontor"]);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("External Systems");
  await page.goto("/system");
  await page.getByRole("link", { name: TITLE }).click();
  await expect(names(page)).toHaveText(["acme", "Kontor"]);
});

test("from nothing to a connection that is named after its organization", async ({ page, request, cloud }) => {
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
  await expect(page.getByText(`This credential is of the organization ${ORGANIZATION}.`)).toBeVisible();
  await expectAccessible(page);
  await save(page).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  await expect(names(page)).toHaveText([ORGANIZATION]);
  await expect(active(page, ORGANIZATION)).toBeChecked();
  const [stored] = await connections(request);
  expect(stored).toMatchObject({ name: ORGANIZATION, active: true });
});

test("what is required is said at its field, and so is a name that is taken", async ({ page, cloud }) => {
  await open(page, PATH, TITLE);
  await page.getByRole("button", { name: "+Add Connection" }).click();
  await page.getByRole("textbox", { name: "Description", exact: true }).fill("x");
  await save(page).click();
  await expect(credential(page)).toHaveAccessibleDescription(/Enter a value/);
  await expect(connectionName(page)).toHaveAccessibleDescription(/Enter a value/);
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

test("a wrong credential is refused at its field, a revoked one by that word", async ({ page, cloud, request }) => {
  const revoked = cloud.run("credential", "issue");
  cloud.run("credential", "revoke", idOf(revoked));
  await open(page, `${PATH}/add`, "Connect To PingOne");
  await credential(page).fill("not a credential");
  await expect(page.getByText("The organization's name cannot be read from this.")).toBeVisible();
  await connectionName(page).fill("Speicher");
  await save(page).click();
  await expect(credential(page)).toHaveAccessibleDescription(/three parts/);
  await credential(page).fill(revoked.replace(/[^.]+$/, (signature) => "A".repeat(signature.length)));
  await save(page).click();
  await expect(credential(page)).toHaveAccessibleDescription(/was not issued there/);
  await credential(page).fill(revoked);
  await save(page).click();
  await expect(credential(page)).toHaveAccessibleDescription(/it was revoked/);
  await expect(page.getByRole("button", { name: "Save without checking" })).toHaveCount(0);
  expect(await connections(request)).toHaveLength(2);
});

test("while the cloud is away, a connection can be saved unchecked", async ({ page, cloud, gate, request }) => {
  await gate.shut();
  await open(page, `${PATH}/add`, "Connect To PingOne");
  await credential(page).fill(cloud.credential);
  await save(page).click();
  await expect(credential(page)).toHaveAccessibleDescription(/could not be reached/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save without checking" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect(await connections(request)).toHaveLength(3);
  await expand(page, ORGANIZATION);
  await expect(state(page)).toContainText("Credential status unknown");
  await expect(state(page)).toContainText("could not be reached");
});

test("a slow cloud is waited for in sight, and nothing else waits", async ({ page, cloud, gate }) => {
  await gate.keepWaiting();
  await open(page, `${PATH}/add`, "Connect To PingOne");
  await credential(page).fill(cloud.credential);
  await save(page).click();
  await expect(page.getByText("Asking PingOne whether the credential counts.")).toBeVisible();
  await expect(credential(page)).toHaveAccessibleDescription(/did not answer in time/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expand(page, "acme");
  await expect(state(page)).toContainText("Asking PingOne");
  await expect(row(page, "acme").getByText("PingOne takes long to answer.")).toBeVisible();
  await expand(page, "Kontor");
  await flip(page, "Kontor");
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await expectAccessible(page);
  await expect(state(page).first()).toContainText("did not answer in time");
  await gate.open();
  await row(page, "acme").getByRole("button", { name: "Check again" }).click();
  await expect(state(page).first()).toContainText("Credential valid");
});

test("an opened row asks for services, then for the credential, and for the rest when it is wanted", async ({
  page,
  cloud,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const call = /pingOneConnections\/[^/]+\/(\w+)/.exec(request.url())?.[1];
    if (call) asked.push(call);
  });
  await open(page, PATH, TITLE);
  expect(asked).toEqual([]);
  await expand(page, "Kontor");
  await expect(state(page)).toContainText("Credential valid");
  expect(asked).toEqual(["serviceAssociations", "credentialStatus"]);
  const details = page.getByRole("region", { name: "Details of Kontor" });
  await expect(details).toContainText(ORGANIZATION);
  await expect(details).toContainText(idOf(cloud.credential));
  await expect(details.getByText("no component yet that can use a connection")).toBeVisible();
  await expectAccessible(page);
  await details.getByRole("tab", { name: "Usage" }).click();
  await expect(details.getByText("There are no plugins currently utilizing this connection.")).toBeVisible();
  await expectAccessible(page);
  await details.getByRole("tab", { name: "Environments" }).click();
  await expect(details.getByRole("cell", { name: "Administrators" })).toBeVisible();
  expect(asked.slice(2)).toEqual(["usage", "environments"]);
  await expectAccessible(page);
  await toggle(page, "Kontor").click();
  await expect(details).toBeHidden();
});

test("environments are those of now, and without any it is said how to add them", async ({ page, cloud }) => {
  const added = cloud.run("environment", "add", "Lübeck");
  await open(page, PATH, TITLE);
  await expand(page, "Kontor");
  await page.getByRole("tab", { name: "Environments" }).click();
  await expect(page.getByRole("cell", { name: added })).toBeVisible();
  const all = cloud
    .run("environment", "list")
    .split("\n")
    .map((line) => line.split(" ")[0] ?? "");
  for (const id of all) cloud.run("environment", "hide", id);
  await page.reload();
  await expand(page, "Kontor");
  await page.getByRole("tab", { name: "Environments" }).click();
  await expect(
    page.getByText(
      "There are no environments associated with this connection. To add environments, modify the roles for the connection in the PingOne administrative console.",
    ),
  ).toBeVisible();
  await expectAccessible(page);
  for (const id of all.filter((one) => one !== added)) cloud.run("environment", "show", id);
});

test.describe("an answer of the server's that is an error", () => {
  test.use({ expectedProblems: [/status of 500/] });

  test("a revoked credential is invalid, its environments say why, and a new one mends it", async ({
    page,
    cloud,
    request,
  }) => {
    const old = cloud.run("credential", "issue");
    const [stored] = await store(request, old, { name: "Kontor" });
    cloud.run("credential", "revoke", idOf(old));
    await open(page, PATH, TITLE);
    await expand(page, "Kontor");
    await expect(state(page)).toContainText("Credential invalid");
    await expect(state(page)).toContainText("it was revoked");
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Environments" }).click();
    await expect(page.getByRole("alert").getByText("it was revoked")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Summary" }).click();
    await page.getByRole("button", { name: "Replace the credential" }).click();
    await expect(page.getByText("A credential is set")).toBeVisible();
    await page.getByRole("button", { name: "Replace credential" }).click();
    await credential(page).fill(cloud.credential);
    await expect(connectionName(page)).toHaveValue("Kontor");
    await save(page).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
    await expand(page, "Kontor");
    await expect(state(page)).toContainText("Credential valid");
    expect((await connections(request))[0]?.credentialId).not.toBe(stored?.credentialId);
  });
});

test("editing without a credential keeps the one that is stored", async ({ page, request }) => {
  const before = (await connections(request)).find(({ name }) => name === "Kontor");
  await open(page, PATH, TITLE);
  await page.getByRole("button", { name: "Edit connection Kontor" }).click();
  await expect(connectionName(page)).toHaveValue("Kontor");
  await connectionName(page).fill("Speicher");
  await page.keyboard.press("Enter");
  await expect(names(page)).toHaveText(["acme", "Speicher"]);
  const after = (await connections(request)).find(({ name }) => name === "Speicher");
  expect(after?.credentialId).toBe(before?.credentialId);
});

test.describe("something that is gone", () => {
  test.use({ expectedProblems: [/status of 404/] });

  test("the switch saves, and goes back with a reason when that fails", async ({ page, request }) => {
    await open(page, PATH, TITLE);
    await expect(active(page, "Kontor")).toBeChecked();
    await flip(page, "Kontor");
    await expect(page.getByText("Settings saved.")).toBeVisible();
    await expect(active(page, "Kontor")).not.toBeChecked();
    expect((await connections(request)).find(({ name }) => name === "Kontor")?.active).toBe(false);
    await page.reload();
    await expect(active(page, "Kontor")).not.toBeChecked();
    // Somebody deletes it meanwhile.
    const kontor = (await connections(request)).find(({ name }) => name === "Kontor");
    await asFirst(request, "DELETE", `/pingOneConnections/${kontor?.id}`);
    await flip(page, "Kontor");
    await expect(page.getByText("Kontor was not activated.")).toBeVisible();
    await expect(active(page, "Kontor")).not.toBeChecked();
  });
});

test("deleting asks first and names what is lost", async ({ page, request }) => {
  await open(page, PATH, TITLE);
  await page.getByRole("button", { name: "Delete connection Kontor" }).click();
  const dialog = page.getByRole("dialog", { name: /Delete the connection Kontor/ });
  await expect(dialog.getByText("Nothing uses them now.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter"); // The focus is on Cancel.
  await expect(dialog).toBeHidden();
  expect(await connections(request)).toHaveLength(2);
  await page.getByRole("button", { name: "Delete connection Kontor" }).click();
  await dialog.getByRole("button", { name: "Delete connection" }).click();
  await expect(page.getByText("The connection Kontor was deleted.")).toBeVisible();
  await expect(names(page)).toHaveText(["acme"]);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(await connections(request)).toHaveLength(1);
});

test("what is in use is not deleted, and what uses it is named", async ({ page, request }) => {
  // Nothing on this server can use a connection yet: this one answer is made up.
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
  await expect(page.getByText("Data Stores")).toBeVisible();
  expect(await connections(request)).toHaveLength(2);
});

test("of two who edit, the second sees both sides; what the form does not show stays theirs", async ({
  page,
  request,
}) => {
  const kontor = (await connections(request)).find(({ name }) => name === "Kontor");
  if (!kontor) throw new Error("no Kontor");
  await open(page, PATH, TITLE);
  await page.getByRole("button", { name: "Edit connection Kontor" }).click();
  await connectionName(page).fill("Mine");
  await change(request, kontor, { name: "Theirs", active: false });
  await save(page).click();
  const dialog = page.getByRole("dialog", { name: /Somebody else saved/ });
  await expect(dialog.getByText("Mine", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Theirs", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save mine over it" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  const now = (await connections(request)).find(({ id }) => id === kontor.id);
  expect(now).toMatchObject({ name: "Mine", active: false });
});

test("leaving with changes asks; Cancel leaves; the credential is in neither page nor storage", async ({
  page,
  cloud,
}) => {
  await open(page, PATH, TITLE);
  await page.getByRole("button", { name: "+Add Connection" }).click();
  await credential(page).fill(cloud.credential);
  await page.getByRole("link", { name: "License" }).first().click();
  await expect(page.getByRole("dialog", { name: /Leave without saving/ })).toBeVisible();
  await page.getByRole("button", { name: "Stay on the page" }).click();
  await expect(credential(page)).toHaveValue(cloud.credential);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(names(page)).toHaveText(["acme", "Kontor"]);
  await page.getByRole("button", { name: "+Add Connection" }).click();
  await expect(credential(page)).toHaveValue("");
  await expect(connectionName(page)).toHaveValue("");
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
  expect(kept).not.toContain(cloud.credential.split(".")[2]);
});

test("an auditor sees everything and can change nothing", async ({ page, request, cloud }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await change(request, (await connections(request))[0] as never, { active: false });
  await open(page, PATH, TITLE, auditor);
  await expect(names(page)).toHaveText(["acme", "Kontor"]);
  await expect(row(page, "Kontor").getByText("Active", { exact: true })).toBeVisible();
  await expect(row(page, "acme").getByText("Inactive")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("switch")).toHaveCount(0);
  await expect(main.getByRole("button", { name: /Add|Edit|Delete/ })).toHaveCount(0);
  await expand(page, "Kontor");
  await expect(state(page)).toContainText("Credential valid");
  await expectAccessible(page);
  const [first] = await connections(request);
  for (const path of ["add", `edit/${first?.id}`]) {
    await page.goto(`${PATH}/${path}`);
    await expect(connectionName(page)).toBeDisabled();
    await expect(save(page)).toHaveCount(0);
  }
  await store(request, cloud.credential);
  await page.goto(PATH);
  await expect(page.getByRole("heading", { name: "No connections" })).toBeVisible();
  await expect(main.getByRole("button")).toHaveCount(0);
});

test("the keyboard alone opens a row and walks its tabs", async ({ page }) => {
  await open(page, PATH, TITLE);
  await toggle(page, "acme").focus();
  await page.keyboard.press("Enter");
  await expect(state(page)).toContainText("Credential valid");
  for (const name of ["switch", "Edit connection acme", "Delete connection acme"]) {
    await page.keyboard.press("Tab");
    const focused = name === "switch" ? active(page, "acme") : page.getByRole("button", { name });
    await expect(focused).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tab", { name: "Summary" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tab", { name: "Usage" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("There are no plugins currently utilizing this connection.")).toBeVisible();
});

for (const { theme, width, details } of looks(1280)) {
  test(`is accessible in ${theme} at ${width} pixels`, details, async ({ page, cloud }) => {
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, PATH, TITLE);
    await expand(page, "Kontor");
    await expect(state(page)).toContainText("Credential valid");
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await page.getByRole("tab", { name: "Environments" }).click();
    await expect(page.getByRole("cell", { name: "Administrators" })).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await page.goto(`${PATH}/add`);
    await credential(page).fill(cloud.credential);
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
