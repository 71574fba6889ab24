import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { setUp } from "../session/administrator.ts";
import { account, auditor, choose as chooseTheme, fits, get, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";
import { act, choose, dialog, downloaded, fact, generate, link, openDetails, PATH, search, TITLE } from "./keyPairs.ts";
import { FILE_PASSWORD, type Workshop, workshop } from "./openssl.ts";

let tools: Workshop;

test.beforeAll(() => {
  tools = workshop();
});
test.afterAll(() => tools.remove());
test.beforeEach(({ request }) => setUp(request));

test(
  "what is missing or wrong is said at its field, and what was typed is not lost by leaving",
  SLOW,
  async ({ page }) => {
    await open(page, `${PATH}/generate`, "Create a key pair");
    await page.getByLabel("Common name").fill("wrong.example.com");
    await page.getByRole("button", { name: "Create key pair" }).click();
    await expect(page.getByLabel("Country")).toHaveAccessibleDescription("This field is required.");
    await expectAccessible(page);
    await page.getByLabel("Organization name").fill("Example Ltd");
    await page.getByLabel("Country").fill("1D");
    await page.getByLabel("Subject alternative names").fill("good.example.com\nno name");
    await page.getByRole("button", { name: "Create key pair" }).click();
    await expect(page.getByLabel("Country")).toHaveAccessibleDescription(/two letters/);
    await expect(page.getByLabel("Country")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Country").fill("DE");
    await page.getByRole("button", { name: "Create key pair" }).click();
    await expect(page.getByLabel("Subject alternative names")).toHaveAccessibleDescription(/^no name: This must be/);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: TITLE }).click();
    await expect(dialog(page)).toContainText("Leave without saving?");
    await page.getByRole("button", { name: "Stay on the page" }).click();
    await expect(page.getByLabel("Common name")).toHaveValue("wrong.example.com");
  },
);

test("pages, searches and sorts, with its place in the address", SLOW, async ({ page, request }) => {
  for (let number = 1; number <= 22; number += 1) await generate(request, `page-${String(number).padStart(2, "0")}`);
  await open(page, `${PATH}?search=page-`, TITLE);
  await expect(page.getByRole("status").filter({ hasText: "1–20 of 22" })).toHaveCount(1);
  await expect(page.getByRole("rowheader").first()).toContainText("page-01");
  await page.getByRole("button", { name: "Subject" }).click();
  await expect(page.getByRole("rowheader").first()).toContainText("page-22");
  await page.getByRole("button", { name: "Next page" }).first().click();
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  const place = Object.fromEntries(new URL(page.url()).searchParams);
  expect(place).toEqual({ search: "page-", page: "2", order: "desc" });
  await page.reload();
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  await link(page, "page-01").click();
  await expect(page.getByRole("heading", { level: 1, name: "page-01" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  await search(page, "nowhere to be found");
  await expect(page.getByText("Nothing found")).toBeVisible();
});

test("a PKCS #12 file is imported, after its password was wrong once", SLOW, async ({ page, request }) => {
  await generate(request, "already.example.com");
  await open(page, PATH, TITLE);
  await page.getByRole("button", { name: "Import…" }).click();
  await choose(page, tools.pkcs12("elsewhere.example.org"));
  await dialog(page).getByLabel("Password of the file").fill("wrong");
  await dialog(page).getByRole("button", { name: "Import key pair" }).click();
  await expect(dialog(page).getByLabel("Password of the file")).toHaveAccessibleDescription(/password is wrong/);
  await expectAccessible(page);
  await dialog(page).getByLabel("Password of the file").fill(FILE_PASSWORD);
  await dialog(page).getByRole("button", { name: "Import key pair" }).click();
  await expect(page.getByText("elsewhere.example.org was imported.")).toBeVisible();
  await openDetails(page, "elsewhere.example.org");
  await expect(fact(page, "Subject DN")).toHaveText("CN=elsewhere.example.org,O=Elsewhere,C=DE");
});

test("certificate and key leave in files that others open", SLOW, async ({ page, request }) => {
  const { id } = await generate(request, "leaving.example.com");
  const { sha256Fingerprint } = await get<{ sha256Fingerprint: string }>(request, `/keyPairs/signing/${id}`);
  const isIt = (pem: string | Buffer) =>
    new X509Certificate(pem).fingerprint256.replaceAll(":", "") === sha256Fingerprint;
  await open(page, `${PATH}/${id}`, "leaving.example.com");

  const certificate = await downloaded(page, () => act(page, "leaving.example.com", "Download certificate"));
  expect(certificate.name).toBe("leaving.example.com.crt");
  expect(isIt(readFileSync(certificate.path))).toBe(true);

  async function exported(format: string) {
    await act(page, "leaving.example.com", "Export with private key…");
    await dialog(page).getByRole("radio", { name: format }).click();
    await dialog(page).getByLabel("Password for the file").fill(FILE_PASSWORD);
    await dialog(page).getByLabel("Repeat the password").fill(FILE_PASSWORD);
    const file = await downloaded(page, () => dialog(page).getByRole("button", { name: "Export private key" }).click());
    await expect(dialog(page)).toBeHidden();
    return file;
  }

  const pem = await exported("PEM");
  expect(pem.name).toBe("leaving.example.com.pem");
  const text = readFileSync(pem.path, "utf8");
  expect(() => createPrivateKey({ key: text, passphrase: "another password" })).toThrow();
  const key = createPrivateKey({ key: text, passphrase: FILE_PASSWORD });
  expect(new X509Certificate(text).checkPrivateKey(key)).toBe(true);
  expect(isIt(text)).toBe(true);

  const pkcs12 = await exported("PKCS #12");
  expect(pkcs12.name).toBe("leaving.example.com.p12");
  const opened = tools.opened(pkcs12.path);
  expect(new X509Certificate(opened).checkPrivateKey(createPrivateKey(opened))).toBe(true);
  expect(isIt(opened)).toBe(true);
});

test("an authority signs the certificate", SLOW, async ({ page, request }) => {
  const { id } = await generate(request, "signed.example.com");
  await open(page, `${PATH}/${id}`, "signed.example.com");
  await expect(fact(page, "Issuer")).toHaveText("Self-signed");
  const csr = await downloaded(page, () => act(page, "signed.example.com", "Download signing request"));
  expect(csr.name).toBe("signed.example.com.csr");
  await act(page, "signed.example.com", "Import signed certificate…");
  await choose(page, tools.sign(csr.path));
  await dialog(page).getByRole("button", { name: "Import certificate" }).click();
  await expect(page.getByText("The certificate of signed.example.com was replaced.")).toBeVisible();
  await expect(fact(page, "Issuer")).toHaveText("CN=Example Root,O=Example Authority");
});

test("rotation is set up, and stopped", SLOW, async ({ page, request }) => {
  const { id } = await generate(request, "rotated.example.com");
  await open(page, `${PATH}/${id}`, "rotated.example.com");
  await page.getByRole("button", { name: "Set up rotation…" }).click();
  await dialog(page).getByLabel("Create the next key pair").fill("20");
  await dialog(page).getByLabel("Sign with the next key pair").fill("20");
  await dialog(page).getByRole("button", { name: "Save rotation settings" }).click();
  await expect(
    dialog(page).getByText("The next key pair must be created before the server signs with it."),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel("Sign with the next key pair").fill("10");
  await dialog(page).getByRole("button", { name: "Save rotation settings" }).click();
  await expect(page.getByText("The rotation settings of rotated.example.com were saved.")).toBeVisible();
  await expect(page.getByText("Rotation on")).toBeVisible();
  expect(await get(request, `/keyPairs/signing/${id}/rotationSettings`)).toMatchObject({
    creationBufferDays: 20,
    activationBufferDays: 10,
  });
  await page.getByRole("button", { name: "Stop rotation…" }).click();
  await dialog(page).getByRole("button", { name: "Stop rotation", exact: true }).click();
  await expect(page.getByText("rotated.example.com is no longer rotated.")).toBeVisible();
  await expect(page.getByText("Rotation on")).toHaveCount(0);
});

test("one that a key set uses stays; it goes when nothing uses it", SLOW, async ({ page, request }) => {
  const used = await generate(request, "used.example.com", { keyAlgorithm: "RSA" });
  await post(request, "/oauth/issuers", { id: "luebeck", name: "Lübeck", host: "luebeck.example" });
  await post(request, "/keyPairs/oauthOpenIdConnect/additionalKeySets", {
    id: "keys-of-luebeck",
    name: "Keys of Lübeck",
    issuers: [{ id: "luebeck" }],
    signingKeys: { rsaActiveCertRef: { id: used.id }, rsaActiveKeyId: "seal-1" },
  });
  await generate(request, "unused.example.com");
  await open(page, PATH, TITLE);

  await search(page, "used.example.com");
  await act(page, "used.example.com", "Delete…");
  await expect(dialog(page)).toContainText("used.example.com cannot be deleted");
  const user = dialog(page).getByRole("link", { name: "Keys of Lübeck" });
  await expect(user).toHaveAttribute("href", /token-signing-keys\/edit\/keys-of-luebeck$/);
  await expect(dialog(page).getByRole("button", { name: "Delete key pair" })).toHaveCount(0);
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Close dialog" }).click();

  await openDetails(page, "used.example.com");
  await expect(page.getByRole("main")).toContainText("Keys of Lübeck");
  await page.goBack();
  await openDetails(page, "unused.example.com");
  await act(page, "unused.example.com", "Delete…");
  await dialog(page).getByRole("button", { name: "Delete key pair" }).click();
  await expect(page.getByText("unused.example.com was deleted.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  await expect(link(page, "unused.example.com")).toHaveCount(0);
});

test("an auditor looks, takes the certificate, and changes nothing", async ({ page, request }) => {
  const { id } = await generate(request, "looked-at.example.com");
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, PATH, TITLE, auditor);
  await search(page, "looked-at");
  await expect(link(page, "looked-at.example.com")).toBeVisible();
  for (const name of ["Create new", "Import…"]) {
    await expect(page.getByRole("main").getByText(name, { exact: true })).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Actions for looked-at.example.com" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Download certificate", "Download signing request"]);
  await page.keyboard.press("Escape");
  const file = await downloaded(page, () => act(page, "looked-at.example.com", "Download certificate"));
  expect(new X509Certificate(readFileSync(file.path)).subject).toContain("looked-at.example.com");
  await page.goto(`${PATH}/${id}`);
  await expect(fact(page, "SHA-256")).toBeVisible();
  await expectAccessible(page);
});

test("an administrator without crypto rights is told so and looks", SLOW, async ({ page, request }) => {
  await generate(request, "foreign.example.com");
  const person = { username: "NoCrypto", password: "Look-at-7-things" };
  await account(request, person, { auditor: false, roles: ["ADMINISTRATOR"] });
  await open(page, PATH, TITLE, person);
  await expect(page.getByText("Your account does not have crypto admin privileges.")).toBeVisible();
  await search(page, "foreign");
  await expect(link(page, "foreign.example.com")).toBeVisible();
  await expect(page.getByRole("link", { name: "Create new" })).toHaveCount(0);
});

for (const { theme, width, details } of looks(1440)) {
  test(`is accessible in ${theme} at ${width} pixels`, details, async ({ page, request }) => {
    const { id } = await generate(request, `a-${theme}-${width}.with-a-long-name.example.com`, { validDays: 5 });
    await chooseTheme(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, `${PATH}?search=${theme}-${width}`, TITLE);
    await expect(page.getByText("Expires soon")).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    for (const path of [`${PATH}/${id}`, `${PATH}/generate`]) {
      await page.goto(path);
      await expect(page.getByText("Algorithm").or(page.getByText("Key algorithm")).first()).toBeVisible();
      await expectAccessible(page);
      expect(await fits(page)).toBe(true);
    }
    await page.goto(`${PATH}/${id}`);
    await act(page, `a-${theme}-${width}.with-a-long-name.example.com`, "Export with private key…");
    await expect(dialog(page)).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
