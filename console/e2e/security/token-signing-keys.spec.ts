import { frameOf } from "../frame/frames.ts";
import { open, put } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { PATH as KEY_PAIRS } from "./keyPairs.ts";
import {
  beginning,
  button,
  cell,
  keyId,
  PATH,
  pickCertificate,
  pickIssuer,
  popup,
  prepare,
  REQUIRES,
  save,
  storedSet,
  TITLE,
} from "./keySets.ts";
import { isVerified, KEY_SETS, keySet, post, published, useStaticKeys } from "./tokenKeys.ts";

test.beforeEach(({ request }) => prepare(request));

test("a new key set: popup, form, and the engine publishes its keys and signs with them", async ({
  page,
  request,
  server,
}) => {
  await useStaticKeys(request);
  await open(page, PATH, TITLE);
  await expect(page.getByText(REQUIRES)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "No key sets" })).toBeVisible();
  await expectAccessible(page);
  await button(page, "Add Key Set").click();
  const id = await popup(page, "Add Key Set").getByRole("textbox", { name: "ID" }).inputValue();
  expect(id).toMatch(/^[A-Za-z0-9]{26}$/);
  await expectAccessible(page);
  await popup(page, "Add Key Set").getByRole("textbox", { name: "Name" }).fill("Lübeck");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Lübeck" })).toBeVisible();
  await expect(page.getByText("Choose at least one issuer and an active RSA certificate.")).toBeVisible();
  await pickIssuer(page, "Luebeck");
  await expect(page.getByText("Choose an active RSA certificate.")).toBeVisible();
  await expect(save(page)).toHaveAttribute("aria-disabled", "true");
  await pickCertificate(page, "RSA: Active certificate", "Tokens 2026");
  await expect(keyId(page, "RSA: Active Key ID")).toHaveValue(/^[\w-]{22}$/);
  await keyId(page, "RSA: Active Key ID").fill("luebeck-2026");
  await pickCertificate(page, "RSA: Previous certificate", "Tokens 2025");
  await keyId(page, "RSA: Previous Key ID").fill("luebeck-2025");
  await pickCertificate(page, "P-256: Active certificate", "Curve 256");
  await page.getByRole("checkbox", { name: "RSA: Publish x5c" }).check();
  await page.getByRole("button", { name: /^Key IDs of RSA algorithms/ }).click();
  await keyId(page, "PS256: Active Key ID").fill("luebeck-ps");
  await expectAccessible(page);
  await save(page).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Lübeck" })).toBeVisible();

  const { issuers, signingKeys } = await storedSet(request, id);
  expect(issuers.map((issuer) => issuer.id)).toEqual(["luebeck"]);
  const kids = ["luebeck-2025", "luebeck-2026", "luebeck-ps", String(signingKeys.p256ActiveKeyId)].sort();
  // The engine applies a save within a second.
  await expect
    .poll(async () => (await published(request, server.engine, "luebeck")).keys.map(({ kid }) => kid).sort())
    .toEqual(kids);
  const { keys, metadata } = await published(request, server.engine, "luebeck");
  expect(keys.find(({ kid }) => kid === "luebeck-2026")?.x5c).toHaveLength(1);
  expect(new URL(metadata.issuer).hostname).toBe("luebeck.example");
  expect(isVerified(metadata.signed_metadata, keys)).toBe(true);
  const others = await published(request, server.engine, "bremen");
  expect(others.keys.map(({ kid }) => kid)).toEqual(["own"]);
  expect(isVerified(others.metadata.signed_metadata, keys)).toBe(false);
});

test("the popup shows errors of name and ID at their fields and as a message", SLOW, async ({ page, request }) => {
  await post(request, KEY_SETS, keySet("Bremen", "bremen"));
  await open(page, PATH, TITLE);
  await button(page, "Add Key Set").click();
  const dialog = popup(page, "Add Key Set");
  const name = dialog.getByRole("textbox", { name: "Name" });
  const id = dialog.getByRole("textbox", { name: "ID" });
  const messages = page.getByRole("list", { name: "Messages", includeHidden: true });
  const cases = [
    { name: " ", id: "x", field: name, told: "The name is required." },
    { name: "BREMEN", id: "x", field: name, told: "name is already in-use." },
    { name: "New", id: "bremen", field: id, told: "ID is already in-use." },
    {
      name: "New",
      id: "a b",
      field: id,
      told: "The ID can only contain alphanumeric characters, dash, dot and underscore.",
    },
    { name: "New", id: "x".repeat(34), field: id, told: "The ID can have at most 33 characters." },
  ];
  for (const each of cases) {
    await name.fill(each.name);
    await id.fill(each.id);
    await button(page, "Next").click();
    await expect(each.field).toHaveAccessibleDescription(beginning(each.told));
    await expect(each.field).toBeFocused();
    await expect(messages.getByText(each.told)).toBeVisible();
  }
  await expectAccessible(page);
  await id.fill("x".repeat(33));
  await button(page, "Next").click();
  await expect(page.getByRole("heading", { level: 1, name: "New" })).toBeVisible();
  // Another administrator takes the name before the save: the server's finding opens the popup again.
  await pickIssuer(page, "Luebeck");
  await pickCertificate(page, "RSA: Active certificate", "Tokens 2026");
  await post(request, KEY_SETS, { ...keySet("new", "rostock"), id: "other" });
  await save(page).click();
  await expect(popup(page, "Add Key Set").getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(
    beginning("name is already in-use."),
  );
});

test("offers issuers without another key set, and matching certificates", SLOW, async ({ page, request }) => {
  await post(request, KEY_SETS, keySet("Bremen", "bremen"));
  await post(request, KEY_SETS, keySet("Luebeck", "luebeck"));
  await open(page, PATH, TITLE);
  await page.getByRole("link", { name: "Luebeck" }).click();
  await page.getByRole("button", { name: /^Issuers/ }).click();
  await expect(page.getByRole("checkbox", { name: /example$/ })).toHaveCount(2);
  await expect(page.getByRole("checkbox", { name: /^Luebeck/ })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /^Rostock/ })).toBeVisible();
  await page.keyboard.press("Escape");
  for (const [place, names] of [
    ["P-256: Active certificate", [/^Curve 256/]],
    ["P-384: Active certificate", [/^Curve 384/]],
    ["RSA: Active certificate", [/^Server's own/, /^Tokens 2025/, /^Tokens 2026/]],
  ] as const) {
    await cell(page, place).click();
    await expect(page.getByRole("option")).toHaveText(names);
    await page.keyboard.press("Escape");
  }
  await cell(page, "P-521: Active certificate").click();
  await expect(
    page.getByText("There is no EC certificate on the P-521 curve without rotation settings."),
  ).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Create or import a certificate" }).click();
  await expect(page).toHaveURL(/signing-decryption-keys-certificates$/);
});

test(
  "edits in the popup; the ID cannot be changed; the server's errors are shown at their cells",
  SLOW,
  async ({ page, request }) => {
    await post(request, KEY_SETS, keySet("Bremen", "bremen"));
    await open(page, PATH, TITLE);
    await button(page, "Edit Bremen").click();
    const dialog = popup(page, "Edit Key Set");
    await expect(dialog.getByRole("textbox", { name: "ID" })).toHaveAttribute("readonly");
    await dialog.getByRole("textbox", { name: "Description" }).fill("Roland");
    await button(page, "Next").click();
    await expect(page.getByText("Roland")).toBeVisible();
    await pickCertificate(page, "RSA: Previous certificate", "Tokens 2026");
    await keyId(page, "RSA: Previous Key ID").fill("Bremen 2025");
    await save(page).click();
    await expect(keyId(page, "RSA: Previous Key ID")).toHaveAccessibleDescription("This key ID is already in use.");
    await expect(page.getByText("RSA: Previous Key ID: This key ID is already in use.")).toBeVisible();
    await expectAccessible(page);
    await keyId(page, "RSA: Previous Key ID").fill("");
    await expect(page.getByText("Enter a key ID for each certificate.")).toBeVisible();
    await keyId(page, "RSA: Previous Key ID").fill("Bremen 2026");
    await save(page).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
    expect(await storedSet(request, "bremen")).toMatchObject({
      description: "Roland",
      signingKeys: { rsaPreviousCertRef: { id: "tokens-2026" }, rsaPreviousKeyId: "Bremen 2026" },
    });
  },
);

test(
  "the second of two editors sees both sides and decides; leaving asks about unsaved changes",
  SLOW,
  async ({ page, request }) => {
    await post(request, KEY_SETS, keySet("Bremen", "bremen"));
    await open(page, PATH, TITLE);
    await page.getByRole("link", { name: "Bremen" }).click();
    await pickIssuer(page, "Luebeck");
    await page.getByRole("link", { name: TITLE }).first().click();
    await popup(page, "Leave without saving?").getByRole("button", { name: "Stay on the page" }).click();
    await put(request, `${KEY_SETS}/bremen`, { ...keySet("Bremen", "bremen"), description: "Theirs" });
    await save(page).click();
    const dialog = page.getByRole("dialog", { name: /Another administrator saved/ });
    await expect(dialog.getByRole("row", { name: /Issuers/ })).toContainText("Bremen, Luebeck");
    await expect(dialog.getByRole("row", { name: /Description/ })).toContainText("Theirs");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Overwrite with my changes" }).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
    expect((await storedSet(request, "bremen")).issuers).toHaveLength(2);
  },
);

test(
  "deleting names the issuers that return to the default keys, and they do",
  SLOW,
  async ({ page, request, server }) => {
    await useStaticKeys(request);
    await post(request, KEY_SETS, keySet("Bremen", "bremen"));
    // The engine applies a save within a second.
    const keyIds = async () => (await published(request, server.engine, "bremen")).keys.map(({ kid }) => kid);
    await expect.poll(keyIds).toEqual(["Bremen 2025"]);
    await open(page, PATH, TITLE);
    await button(page, "Delete Bremen").click();
    const dialog = popup(page, "Delete Bremen?");
    await expect(dialog).toContainText("Its issuer will sign with the OAuth & OpenID Connect Keys of the server again");
    await expect(dialog.getByRole("listitem")).toHaveText(["Bremen"]);
    await expect(button(page, "Cancel")).toBeFocused();
    await expectAccessible(page);
    await button(page, "Delete key set").click();
    await expect(page.getByText("Bremen was deleted.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "No key sets" })).toBeVisible();
    await expect.poll(keyIds).toEqual(["own"]);
  },
);

test(
  "a link of a frame page to what uses a key pair leads the console, which is not loaded again",
  SLOW,
  async ({ page, request }) => {
    await post(request, KEY_SETS, keySet("Hafen", "bremen"));
    await open(page, `${KEY_PAIRS}/edit/tokens-2025`, "CN=Tokens 2025");
    await page.evaluate(() => document.body.setAttribute("data-same-document", ""));
    const frame = await frameOf(page);
    await frame.getByRole("link", { name: "Hafen" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Hafen" })).toBeVisible();
    expect(await page.evaluate(() => document.body.hasAttribute("data-same-document"))).toBe(true);
    await page.goBack();
    await expect(frame.getByRole("heading", { name: "Used by" })).toBeVisible();
  },
);
