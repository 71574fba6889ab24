/** Signing keys in the frame: created, imported, exported, signed by an authority, rotated and deleted. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FrameLocator, Page } from "@playwright/test";
import { changingButtons, frameOf } from "../frame/frames.ts";
import { setUp } from "../session/administrator.ts";
import { account, auditor, choose as chooseTheme, fits, get, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";
import { downloaded, fact, generate, named, PATH, TITLE } from "./keyPairs.ts";
import { FILE_PASSWORD, type Workshop, workshop } from "./openssl.ts";

let tools: Workshop;

test.beforeAll(() => {
  tools = workshop();
});
test.afterAll(() => tools.remove());
test.beforeEach(({ request }) => setUp(request));

const button = (frame: FrameLocator, name: string) => frame.getByRole("button", { name, exact: true });
const link = (frame: FrameLocator, name: string) => frame.getByRole("link", { name, exact: true });

/** Opens the page of a key pair. */
async function opened(page: Page, id: string, name: string): Promise<FrameLocator> {
  await open(page, `${PATH}/edit/${id}`, named(name));
  return frameOf(page);
}

test(
  "errors of a new key pair are shown at their fields, and leaving asks about unsaved changes",
  SLOW,
  async ({ page }) => {
    await open(page, `${PATH}/add?type=generate`, "Add Key Pair");
    const frame = await frameOf(page);
    await frame.getByRole("textbox", { name: "Common Name" }).fill("wrong.example.com");
    await frame.getByRole("textbox", { name: "Organization", exact: true }).fill("Example Ltd");
    await frame.getByRole("textbox", { name: "Country" }).fill("1D");
    await frame.getByRole("textbox", { name: "Subject Alternative Names" }).fill("good.example.com\nno name");
    await button(frame, "Save").click();
    await expect(frame.getByRole("textbox", { name: "Country" })).toHaveAccessibleDescription(/two letters/);
    await expectAccessible(page);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: TITLE }).click();
    await expect(page.getByRole("dialog")).toContainText("Leave without saving?");
    await page.getByRole("button", { name: "Stay on the page" }).click();
    await expect(frame.getByRole("textbox", { name: "Common Name" })).toHaveValue("wrong.example.com");
  },
);

test("a PKCS #12 file is imported after a wrong password", SLOW, async ({ page }) => {
  await open(page, `${PATH}/add?type=import`, "Add Key Pair");
  const frame = await frameOf(page);
  await frame.locator("input[type=file]").setInputFiles(tools.pkcs12("elsewhere.example.org"));
  await frame.getByLabel(/^Password/).fill("wrong");
  await button(frame, "Save").click();
  await expect(frame.getByRole("link", { name: /password is wrong/ })).toBeVisible();
  await expectAccessible(page);
  await frame.locator("input[type=file]").setInputFiles(tools.pkcs12("elsewhere.example.org"));
  await frame.getByLabel(/^Password/).fill(FILE_PASSWORD);
  await button(frame, "Save").click();
  await expect(page.getByText("CN=elsewhere.example.org, O=Elsewhere, C=DE was saved.")).toBeVisible();
});

test("exported certificates and keys can be opened by other software", SLOW, async ({ page, request }) => {
  const { id } = await generate(request, "leaving.example.com");
  const { sha256Fingerprint } = await get<{ sha256Fingerprint: string }>(request, `/keyPairs/signing/${id}`);
  const isIt = (pem: string | Buffer) =>
    new X509Certificate(pem).fingerprint256.replaceAll(":", "") === sha256Fingerprint;
  const frame = await opened(page, id, "leaving.example.com");

  const certificate = await downloaded(page, () => link(frame, "Export Certificate").click());
  expect(certificate.name).toMatch(/\.crt$/);
  expect(isIt(readFileSync(certificate.path))).toBe(true);

  async function exported(name: string) {
    const action = frame.locator(".hanse-action").filter({ has: page.getByRole("button", { name, exact: true }) });
    await action.getByLabel(/^Encryption Password/).fill(FILE_PASSWORD);
    await action.getByLabel("Confirm Encryption Password").fill(FILE_PASSWORD);
    return downloaded(page, () => button(frame, name).click());
  }

  const pem = await exported("Export as PEM");
  expect(pem.name).toMatch(/\.pem$/);
  const text = readFileSync(pem.path, "utf8");
  expect(() => createPrivateKey({ key: text, passphrase: "another password" })).toThrow();
  const key = createPrivateKey({ key: text, passphrase: FILE_PASSWORD });
  expect(new X509Certificate(text).checkPrivateKey(key)).toBe(true);
  expect(isIt(text)).toBe(true);

  const pkcs12 = await exported("Export as PKCS #12");
  expect(pkcs12.name).toMatch(/\.p12$/);
  const read = tools.opened(pkcs12.path);
  expect(new X509Certificate(read).checkPrivateKey(createPrivateKey(read))).toBe(true);
  expect(isIt(read)).toBe(true);
});

test("a certificate authority signs the certificate", SLOW, async ({ page, request }) => {
  const { id } = await generate(request, "signed.example.com");
  const frame = await opened(page, id, "signed.example.com");
  const csr = await downloaded(page, () => link(frame, "Generate CSR").click());
  expect(csr.name).toMatch(/\.csr$/);
  await frame.locator("input[type=file]").setInputFiles(tools.sign(csr.path));
  await button(frame, "Import CSR Response").click();
  await expect(frame.getByText("The certificate was replaced.")).toBeVisible();
  await expect(fact(frame, "Issuer DN")).toHaveText("CN=Example Root, O=Example Authority");
  // A certificate signed by an authority is not rotated.
  await expect(fact(frame, "Rotation")).toContainText("Off. A certificate authority signed this certificate.");
  await expect(button(frame, "Save Rotation Settings")).toHaveCount(0);
});

test("rotation is configured and stopped", SLOW, async ({ page, request }) => {
  const { id } = await generate(request, "rotated.example.com");
  const frame = await opened(page, id, "rotated.example.com");
  await frame.getByLabel("Creation buffer (days)").fill("20");
  await frame.getByLabel("Activation buffer (days)").fill("20");
  await button(frame, "Save Rotation Settings").click();
  await expect(frame.getByText(/creation buffer must be longer/i).first()).toBeVisible();
  await expectAccessible(page);
  await frame.getByLabel("Activation buffer (days)").fill("10");
  await button(frame, "Save Rotation Settings").click();
  await expect(frame.getByText("The rotation settings were saved.")).toBeVisible();
  await expect(fact(frame, "Rotation")).toContainText("On. Next certificate: EC P-256");
  expect(await get(request, `/keyPairs/signing/${id}/rotationSettings`)).toMatchObject({
    creationBufferDays: 20,
    activationBufferDays: 10,
  });
  await button(frame, "Stop Rotation").click();
  await expect(frame.getByText("The key pair is no longer rotated.")).toBeVisible();
  await expect(button(frame, "Stop Rotation")).toHaveCount(0);
});

test("a key pair in use cannot be deleted; an unused one can", SLOW, async ({ page, request }) => {
  const used = await generate(request, "used.example.com", { keyAlgorithm: "RSA" });
  await post(request, "/oauth/issuers", { id: "luebeck", name: "Lübeck", host: "luebeck.example" });
  await post(request, "/keyPairs/oauthOpenIdConnect/additionalKeySets", {
    id: "keys-of-luebeck",
    name: "Keys of Lübeck",
    issuers: [{ id: "luebeck" }],
    signingKeys: { rsaActiveCertRef: { id: used.id }, rsaActiveKeyId: "seal-1" },
  });
  await generate(request, "unused.example.com");
  await open(page, `${PATH}/delete/${used.id}`, `${named("used.example.com")} cannot be deleted`);
  const frame = await frameOf(page);
  await expect(link(frame, "Keys of Lübeck")).toHaveAttribute("href", /token-signing-keys\/edit\/keys-of-luebeck$/);
  await expect(frame.getByRole("button", { name: /Delete/ })).toHaveCount(0);
  await expectAccessible(page);
  await opened(page, used.id, "used.example.com");
  await expect(link(frame, "Keys of Lübeck")).toBeVisible();

  await open(page, `${PATH}?search=unused`, TITLE);
  await link(frame, `Delete ${named("unused.example.com")}`).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete key pair" }).click();
  await expect(page.getByText(`${named("unused.example.com")} was deleted.`)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
});

test("an auditor reads, exports the certificate, and changes nothing", SLOW, async ({ page, request }) => {
  const { id } = await generate(request, "looked-at.example.com");
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, `${PATH}?search=looked-at`, TITLE, auditor);
  const frame = await frameOf(page);
  await expect(page.getByRole("link", { name: "Add Key Pair" })).toHaveCount(0);
  await link(frame, named("looked-at.example.com")).click();
  await expect(changingButtons(frame)).toHaveCount(0);
  const file = await downloaded(page, () => link(frame, "Export Certificate").click());
  expect(new X509Certificate(readFileSync(file.path)).subject).toContain("looked-at.example.com");
  await expect(fact(frame, "SHA-256 fingerprint")).toBeVisible();
  await expectAccessible(page);
  expect(id).not.toBe("");
});

test("an administrator without crypto rights sees a notice and read-only pages", SLOW, async ({ page, request }) => {
  await generate(request, "foreign.example.com");
  const person = { username: "NoCrypto", password: "Look-at-7-things" };
  await account(request, person, { auditor: false, roles: ["ADMINISTRATOR"] });
  await open(page, `${PATH}?search=foreign`, TITLE, person);
  const frame = await frameOf(page);
  await expect(frame.getByText("Your account does not have crypto admin privileges.")).toBeVisible();
  await expect(link(frame, named("foreign.example.com"))).toBeVisible();
  await expect(page.getByRole("link", { name: "Add Key Pair" })).toHaveCount(0);
});

for (const { theme, width, details } of looks(1440)) {
  test(`is accessible in ${theme} at ${width} pixels`, details, async ({ page, request }) => {
    const { id } = await generate(request, `a-${theme}-${width}.with-a-long-name.example.com`, { validDays: 5 });
    await chooseTheme(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, `${PATH}?search=${theme}-${width}`, TITLE);
    const frame = await frameOf(page);
    await expect(frame.getByText(/^Expires in [45] days$/)).toBeVisible();
    for (const path of [PATH, `${PATH}/edit/${id}`, `${PATH}/add?type=generate`]) {
      await page.goto(path);
      await frameOf(page);
      await expectAccessible(page);
      expect(await fits(page)).toBe(true);
    }
  });
}
