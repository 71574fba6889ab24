import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { expect, expectAccessible, looks, SLOW } from "../test.ts";
import { test } from "./licenses.ts";
import { account, auditor, choose, fits, get, open, put, userAdministrator } from "./signedIn.ts";

const PATH = "/system/server/license";
const TITLE = "License";

const DATE = String.raw`\d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC`;
/** One for each row of specification 1, section 5. */
const WARNINGS = [
  /The new license disables OAuth\.$/,
  /The new license disables WS-Trust STS\.$/,
  /The new license disables SaaS provisioning\.$/,
  new RegExp(`The new license expires on ${DATE}; the current license expires on ${DATE}\\.$`),
  /The new license lowers the connection limit from 50 to 8\.$/,
  /The new license lowers the node limit from 4 to 2\.$/,
  /The new license changes the connection licensing model to groups: each connection must be assigned to a connection group\.$/,
];

async function upload(page: Page, file: string): Promise<void> {
  const dialog = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import License" }).click();
  await (await dialog).setFiles(file);
}

const value = (page: Page, label: string) =>
  page.getByRole("term").filter({ hasText: label }).locator("xpath=following-sibling::dd");

test.beforeEach(async ({ request, licenses }) => {
  await setUp(request);
  await put(request, "/license", { fileData: readFileSync(licenses.good).toString("base64") });
});

test("shows the license in two columns, with its features by name", async ({ page }) => {
  await open(page, PATH, TITLE);
  await expect(value(page, "Organization")).toHaveText("Example Ltd");
  for (const [label, text] of [
    ["Product", "Hanse"],
    ["Tier", "Subscription"],
    ["Maximum Connections", "50"],
    ["Used Connections", "0 of 50 used"],
    ["Node Limit", "4"],
    ["OAuth", "Enabled"],
    ["WS-Trust STS", "Enabled"],
    ["SaaS Provisioning", "Enabled"],
    ["Bridge Mode", "Disabled"],
    ["Issued By", "Example Licensing"],
    ["Deployment Method", "On-premises"],
    ["supportlevel", "Gold"],
  ] as const) {
    await expect(value(page, label), label).toHaveText(text);
  }
  const date = /\d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC/.source;
  await expect(value(page, "Issue Date")).toHaveText(new RegExp(`^${date}$`));
  await expect(value(page, "Expiration Date")).toHaveText(new RegExp(`^${date} \\(\\d+ days left\\)$`));
  const starts = await page
    .locator("dt")
    .evaluateAll((terms) => terms.map((term) => Math.round(term.getBoundingClientRect().left)));
  expect(new Set(starts).size).toBe(2);
  await expectAccessible(page);
});

test(
  "the major version is shown, unless the license is limited to a minor version",
  SLOW,
  async ({ page, request, licenses }) => {
    const use = (file: string) => put(request, "/license", { fileData: readFileSync(file).toString("base64") });
    await open(page, PATH, TITLE);
    await expect(value(page, "Version")).toHaveText(/^\d+$/);
    await use(licenses.sameMinor);
    const { version, enforcementType } = await get<{ version: string; enforcementType: string }>(request, "/license");
    expect(Number(enforcementType)).toBeGreaterThanOrEqual(4);
    await page.reload();
    await expect(value(page, "Version")).toHaveText(version);
    expect(version).toMatch(/^\d+\.\d+/);
  },
);

test("no maximum means unlimited", SLOW, async ({ page, request, licenses }) => {
  await put(request, "/license", { fileData: readFileSync(licenses.unlimited).toString("base64") });
  await open(page, PATH, TITLE);
  await expect(value(page, "Maximum Connections")).toHaveText("Unlimited");
  await expect(value(page, "Node Limit")).toHaveText("Unlimited");
  await expect(value(page, "Expiration Date")).toHaveText("Never");
});

test("About links here", SLOW, async ({ page }) => {
  await open(page, "/", "Welcome");
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("menuitem", { name: "About" }).click();
  await page.getByRole("link", { name: "View / Update License" }).click();
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
});

test("an equivalent license is imported at once", SLOW, async ({ page, licenses }) => {
  await open(page, PATH, TITLE);
  await upload(page, licenses.good);
  await expect(page.getByText("License imported.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import License" })).toBeFocused();
});

test("a worse license is imported only after confirmation", SLOW, async ({ page, request, licenses }) => {
  await open(page, PATH, TITLE);
  await upload(page, licenses.worse);
  const dialog = page.getByRole("dialog", { name: /Import this license/ });
  await expect(dialog.getByRole("listitem")).toHaveText(WARNINGS);
  await expect(dialog.getByRole("row", { name: "Node Limit 4 2" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Keep the current license" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(value(page, "Node Limit")).toHaveText("4");
  expect((await get<{ nodeLimit: number }>(request, "/license")).nodeLimit).toBe(4);

  await upload(page, licenses.worse);
  await dialog.getByRole("button", { name: "Import license" }).click();
  await expect(page.getByText("License imported.")).toBeVisible();
  await expect(value(page, "Node Limit")).toHaveText("2");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Connection Group",
    "Connections",
    "Issued",
    "Expiration",
    "Status",
  ]);
  for (const [group, status] of [
    ["Production", "OK"],
    ["Pilot", "Expired"],
    ["Expansion", "Not Yet In Effect"],
  ] as const) {
    await expect(page.getByRole("row", { name: group }).getByText(status)).toBeVisible();
  }
  await expectAccessible(page);
});

for (const role of ["CRYPTO_ADMINISTRATOR", "EXPRESSION_ADMINISTRATOR"]) {
  test(`the role ${role} alone shows the license and cannot import one`, SLOW, async ({ page, request }) => {
    const person = { username: role, password: "Look-at-7-things" };
    await account(request, person, { auditor: false, roles: [role] });
    await open(page, PATH, TITLE, person);
    await expect(value(page, "Organization")).toHaveText("Example Ltd");
    await expect(page.getByRole("button", { name: "Import License" })).toHaveCount(0);
  });
}

const REFUSALS = {
  expired: "The license expired on 11 Jan 2020, 00:00 UTC.",
  damaged: "The license file is damaged, or is not a license file.",
  changed: "The license's signature is wrong: its content was changed after it was signed.",
  foreign: "The license was not signed by an issuer that this server trusts.",
  large: "The selected file cannot be processed due to reaching the 50 KB maximum size limit. Please try again.",
} as const;

for (const [kind, message] of Object.entries(REFUSALS)) {
  test(
    `a license that is ${kind} is refused, and the current one stays`,
    kind === "changed" ? {} : SLOW,
    async ({ page, licenses }) => {
      await open(page, PATH, TITLE);
      await upload(page, licenses[kind as keyof typeof REFUSALS]);
      await expect(page.getByText(message)).toBeVisible();
      await expectAccessible(page);
      await expect(value(page, "Maximum Connections")).toHaveText("50");
      await expect(page.getByRole("button", { name: "Import License" })).toBeEnabled();
    },
  );
}

test("an auditor sees the license and cannot import one", SLOW, async ({ page, request }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, PATH, TITLE, auditor);
  await expect(value(page, "Organization")).toHaveText("Example Ltd");
  await expect(page.getByRole("button", { name: "Import License" })).toHaveCount(0);
  await expectAccessible(page);
});

test("a user administrator imports", SLOW, async ({ page, request, licenses }) => {
  await account(request, userAdministrator, { auditor: false, roles: ["USER_ADMINISTRATOR"] });
  await open(page, PATH, TITLE, userAdministrator);
  await upload(page, licenses.good);
  await expect(page.getByText("License imported.")).toBeVisible();
});

for (const { theme, width, details } of looks(1440)) {
  test(`is accessible in ${theme} at ${width} pixels, with the confirmation`, details, async ({ page, licenses }) => {
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, PATH, TITLE);
    await expect(value(page, "Organization")).toHaveText("Example Ltd");
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await upload(page, licenses.worse);
    const dialog = page.getByRole("dialog", { name: /Import this license/ });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await dialog.getByRole("button", { name: "Import license" }).click();
    await expect(page.getByRole("cell", { name: "Production" })).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
