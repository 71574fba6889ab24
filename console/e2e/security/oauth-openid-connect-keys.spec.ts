import { setUp } from "../session/administrator.ts";
import { account, auditor, choose, fits, get, open } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";
import { addCertificates, addIssuers, clear, isVerified, published, useStaticKeys } from "./tokenKeys.ts";

const PATH = "/security/certificate-and-key-management/oauth-openid-connect-keys";
const TITLE = "OAuth & OpenID Connect Keys";

test.beforeEach(async ({ request }) => {
  await setUp(request);
  await addCertificates(request);
  await clear(request);
});

test("static keys are enabled with an RSA certificate, and every issuer signs with it", async ({
  page,
  request,
  server,
}) => {
  await addIssuers(request, "Bremen");
  await open(page, PATH, TITLE);
  await page.getByText("Enable static keys").click();
  await expect(page.getByText("Choose an active RSA certificate for signing.")).toBeVisible();
  const signing = page.getByRole("table", { name: "Signing keys" });
  await signing.getByRole("button", { name: /^RSA: Active certificate/ }).click();
  await page.getByRole("option", { name: /^Tokens 2026/ }).click();
  await signing.getByRole("textbox", { name: "RSA: Active Key ID" }).fill("own-2026");
  const decryption = page.getByRole("table", { name: "Decryption keys" });
  await decryption.getByRole("button", { name: /^P-256: Active certificate/ }).click();
  await page.getByRole("option", { name: /^Curve 256/ }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect(await get(request, "/keyPairs/oauthOpenIdConnect")).toMatchObject({
    staticJwksEnabled: true,
    rsaActiveCertRef: { id: "tokens-2026" },
    p256DecryptionActiveCertRef: { id: "p256" },
  });
  // The engine applies a save within a second.
  const usesOf = async () =>
    (await published(request, server.engine, "bremen")).keys.map(({ kid, use }) => [use, kid === "own-2026"]);
  await expect.poll(usesOf).toEqual([
    ["sig", true],
    ["enc", false],
  ]);
  const { keys, metadata } = await published(request, server.engine, "bremen");
  expect(isVerified(metadata.signed_metadata, keys)).toBe(true);
});

test("an auditor sees the keys and can change nothing", SLOW, async ({ page, request }) => {
  await useStaticKeys(request);
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, PATH, TITLE, auditor);
  await expect(page.getByText("Server's own")).toBeVisible();
  await expect(page.getByRole("switch", { name: "Enable static keys" })).toBeDisabled();
  await expect(page.getByRole("main").getByRole("button", { name: /Save|Cancel|certificate/ })).toHaveCount(0);
  await expectAccessible(page);
});

for (const { theme, width, details } of looks(1280)) {
  test(`is accessible in ${theme} at ${width} pixels`, details, async ({ page, request }) => {
    await useStaticKeys(request);
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, PATH, TITLE);
    await expect(page.getByText("Server's own")).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
