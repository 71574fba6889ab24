import { setUp } from "../session/administrator.ts";
import { ORGANIZATION } from "../setup/cloud.ts";
import { expect, expectAccessible, SLOW } from "../test.ts";
import {
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
import { open } from "./signedIn.ts";

const idOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).jti;

test.beforeEach(async ({ request, gate, cloud }) => {
  await gate.open();
  await setUp(request);
  await store(request, cloud.credential, { name: "Kontor", description: "Ours" }, { name: "acme" });
});
test(
  "a wrong credential is refused at its field, and a revoked one is called revoked",
  SLOW,
  async ({ page, cloud, request }) => {
    const revoked = cloud.run("credential", "issue");
    cloud.run("credential", "revoke", idOf(revoked));
    await open(page, `${PATH}/add`, "Connect To PingOne");
    await credential(page).fill("not a credential");
    await expect(page.getByText("The organization name cannot be read from the credential.")).toBeVisible();
    await connectionName(page).fill("Speicher");
    await save(page).click();
    await expect(credential(page)).toHaveAccessibleDescription(/three parts/);
    await credential(page).fill(revoked.replace(/[^.]+$/, (signature) => "A".repeat(signature.length)));
    await save(page).click();
    await expect(credential(page)).toHaveAccessibleDescription(/was not issued there/);
    await credential(page).fill(revoked);
    await save(page).click();
    await expect(credential(page)).toHaveAccessibleDescription(/it was revoked/);
    await expect(page.getByRole("button", { name: "Save without verification" })).toHaveCount(0);
    expect(await connections(request)).toHaveLength(2);
  },
);

test(
  "while the cloud is unreachable, a connection can be saved unchecked",
  SLOW,
  async ({ page, cloud, gate, request }) => {
    await gate.shut();
    await open(page, `${PATH}/add`, "Connect To PingOne");
    await credential(page).fill(cloud.credential);
    await save(page).click();
    await expect(credential(page)).toHaveAccessibleDescription(/could not be reached/);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save without verification" }).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
    expect(await connections(request)).toHaveLength(3);
    await expand(page, ORGANIZATION);
    await expect(state(page)).toContainText("Credential status unknown");
    await expect(state(page)).toContainText("could not be reached");
  },
);

test("a slow cloud shows progress and delays nothing else", SLOW, async ({ page, cloud, gate }) => {
  await gate.keepWaiting();
  await open(page, `${PATH}/add`, "Connect To PingOne");
  await credential(page).fill(cloud.credential);
  await save(page).click();
  await expect(page.getByText("Verifying the credential with PingOne.")).toBeVisible();
  await expect(credential(page)).toHaveAccessibleDescription(/did not answer in time/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await expand(page, "acme");
  await expect(state(page)).toContainText("Verifying the credential");
  await expect(row(page, "acme").getByText("PingOne is responding slowly.")).toBeVisible();
  await expand(page, "Kontor");
  await flip(page, "Kontor");
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await expectAccessible(page);
  await expect(state(page).first()).toContainText("did not answer in time");
  await gate.open();
  await row(page, "acme").getByRole("button", { name: "Check again" }).click();
  await expect(state(page).first()).toContainText("Credential valid");
});

test("an opened row loads services, then the credential, and the rest on request", async ({ page, cloud }) => {
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
  await expect(details.getByText("No component of this server uses PingOne connections yet")).toBeVisible();
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

test("environments are current, and an empty list explains how to add them", SLOW, async ({ page, cloud }) => {
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

test(
  "a revoked credential is invalid with a reason, and a new one replaces it",
  SLOW,
  async ({ page, cloud, request }) => {
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
  },
);

test("editing without a credential keeps the stored one", SLOW, async ({ page, request }) => {
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

test(
  "leaving asks about unsaved changes; the credential is neither in the page nor in storage",
  SLOW,
  async ({ page, cloud }) => {
    await open(page, PATH, TITLE);
    await page.getByRole("button", { name: "+Add Connection" }).click();
    await credential(page).fill(cloud.credential);
    await page.getByRole("link", { name: "License" }).first().click();
    await expect(page.getByRole("dialog", { name: /Leave without saving/ })).toBeVisible();
    await page.getByRole("button", { name: "Stay on the page" }).click();
    await expect(credential(page)).toHaveValue(cloud.credential);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await expect(names(page)).toHaveText(["acme", "Kontor"]);
    await page.getByRole("button", { name: "+Add Connection" }).click();
    await expect(credential(page)).toHaveValue("");
    await expect(connectionName(page)).toHaveValue("");
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
    expect(kept).not.toContain(cloud.credential.split(".")[2]);
  },
);
