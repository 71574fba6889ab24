import type { FrameLocator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { account, auditor, choose, fits, get, open, post, put } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";

const CONTRACTS = "/authentication/policies/policy-contracts";
const REDIRECTS = "/security/system-integration/redirect-validation";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** The frame, once its page is shown. */
async function frameOf(page: Page): Promise<FrameLocator> {
  await expect(page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
  return page.frameLocator("iframe");
}

test("an item is added in the frame, and the browser's history follows", async ({ page, request }) => {
  const name = `Bürgerschaft ${Date.now()}`;
  // If the list has an item, the action is beside the title.
  await post(request, "/authenticationPolicyContracts", { name: `Before ${Date.now()}` });
  await open(page, CONTRACTS, "Policy Contracts");
  await page.getByRole("link", { name: "Add Policy Contract" }).click();
  await expect(page).toHaveURL(`${CONTRACTS}/add`);
  await expect(page.getByRole("heading", { level: 1, name: "Add Policy Contract" })).toBeVisible();
  const frame = await frameOf(page);
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  await frame.getByRole("button", { name: "Add: Extended attributes" }).click();
  await expect(frame.getByRole("textbox", { name: "Extended attributes 1: Attribute" })).toBeFocused();
  await frame.getByRole("textbox", { name: "Extended attributes 1: Attribute" }).fill("subject");
  // Adding and removing rows adds no history entries: one step back leaves the form.
  await frame.getByRole("button", { name: "Add: Extended attributes" }).click();
  await expect(frame.getByRole("textbox", { name: "Extended attributes 2: Attribute" })).toBeFocused();
  await frame.getByRole("button", { name: "Remove Extended attributes 2" }).click();
  await expect(frame.getByRole("button", { name: "Remove Extended attributes 1" })).toBeFocused();
  await page.goBack();
  await page.getByRole("button", { name: "Stay on the page" }).click();
  await frame.getByRole("textbox", { name: "Contract name" }).fill(name);
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(frame.getByRole("alert")).toBeFocused();
  await frame.getByRole("link", { name: /already has the attribute subject/ }).click();
  await expect(frame.getByRole("textbox", { name: "Extended attributes 1: Attribute" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("mail");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${name} was saved.`)).toBeVisible();
  await expect(page).toHaveURL(CONTRACTS);
  const { items } = await get<{ items: { name: string; extendedAttributes: unknown }[] }>(
    request,
    `/authenticationPolicyContracts?filter=${encodeURIComponent(name)}`,
  );
  expect(items.map(({ extendedAttributes }) => extendedAttributes)).toEqual([[{ name: "mail" }]]);
  await page.goBack();
  await expect(page).toHaveURL(`${CONTRACTS}/add`);
  await expect(frame.getByRole("textbox", { name: "Contract name" })).toHaveValue("");
  await page.goForward();
  await expect(frame.getByRole("link", { name, exact: true })).toBeVisible();
  await frame.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/\/edit\//);
  await page.reload();
  await expect(frame.getByRole("textbox", { name: "Contract name" })).toHaveValue(name);
});

test("unsaved changes in the frame are discarded only after a question", async ({ page, request }) => {
  await put(request, "/redirectValidation", {
    redirectValidationLocalSettings: { whiteList: [{ validDomain: "app.example.com" }] },
  });
  await open(page, REDIRECTS, "Redirect Validation");
  const frame = await frameOf(page);
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  await frame.getByRole("textbox", { name: "Allowed hosts 1: Host" }).fill("other.example.com");
  await page.getByRole("link", { name: "Home" }).first().click();
  await page.getByRole("button", { name: "Stay on the page" }).click();
  await expect(frame.getByRole("textbox", { name: "Allowed hosts 1: Host" })).toHaveValue("other.example.com");
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  await page.getByRole("link", { name: "Home" }).first().click();
  await expect(page).toHaveURL("/");
});

test("an auditor sees the frame and can change nothing", async ({ page, request }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, REDIRECTS, "Redirect Validation", auditor);
  const frame = await frameOf(page);
  await expect(frame.getByText("As an auditor, you can view this page but cannot change it.")).toBeVisible();
  await expect(frame.getByRole("button")).toHaveCount(0);
  await expect(frame.getByRole("checkbox", { name: "Validate target resources for single sign-on" })).toBeDisabled();
});

test(
  "an expired session in the frame leads the whole page to the log-in page",
  SLOW,
  async ({ page, context, request }) => {
    await post(request, "/authenticationPolicyContracts", { name: `Over ${Date.now()}` });
    await open(page, CONTRACTS, "Policy Contracts");
    await frameOf(page);
    await context.clearCookies({ name: "__Host-hanse-session" });
    await page.getByRole("link", { name: "Add Policy Contract" }).click();
    await expect(page).toHaveURL(/\/login/);
  },
);

for (const { theme, width, details } of looks(1280, {})) {
  test(`frames are legible and accessible: ${theme}, ${width}`, details, async ({ page, request }) => {
    await put(request, "/redirectValidation", {
      redirectValidationLocalSettings: {
        whiteList: [{ validDomain: "*.example.com", validPath: "/app" }],
        uriAllowList: [{ validUri: "https://app.example.com/*" }],
      },
    });
    await choose(page, theme);
    await page.setViewportSize({ width, height: 900 });
    await open(page, REDIRECTS, "Redirect Validation");
    const frame = await frameOf(page);
    await expect(frame.getByText("No changes yet.")).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    // Only the page scrolls.
    expect(
      await page.frames()[1]?.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
    ).toBeLessThanOrEqual(0);
  });
}

test("letters typed right after the shortcut in a form are not lost", SLOW, async ({ page }) => {
  test.setTimeout(240_000);
  const protocol = await page.context().newCDPSession(page);
  await open(page, `${CONTRACTS}/add`, "Add Policy Contract");
  const search = page.getByRole("combobox", { name: "Search the console" });
  const field = (await frameOf(page)).getByRole("textbox", { name: "Contract name" });
  for (let time = 0; time < 20; time += 1) {
    // On a busy machine, the dialog's bundle sometimes has to be loaded again.
    if (time % 5 === 0) await page.reload();
    await field.focus();
    await protocol.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("licenses");
    await protocol.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await expect(search).toHaveValue("licenses");
    await expect(field).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(search).toHaveCount(0);
  }
});

test("the search gets the letters even if the frame takes the focus back", async ({ page }) => {
  await open(page, `${CONTRACTS}/add`, "Add Policy Contract");
  const field = (await frameOf(page)).getByRole("textbox", { name: "Contract name" });
  await field.focus();
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search the console" });
  await expect(search).toBeFocused();
  await field.evaluate((input: HTMLElement) => input.focus());
  await page.keyboard.type("lic");
  await expect(search).toHaveValue("lic");
  await expect(field).toHaveValue("");
});

test("every page has a help link beside its description", SLOW, async ({ page }) => {
  const help = page.locator(".hanse-screen__head").getByRole("link", { name: /^Help/ });
  await open(page, "/system/server/license", "License");
  await expect(help).toHaveAttribute("href", "/docs/license");
  await page.goto(`${CONTRACTS}/add`);
  await expect(help).toHaveAttribute("href", "/docs/policy-contracts");
});

test("closing the search returns the focus to the form field", SLOW, async ({ page }) => {
  await open(page, `${CONTRACTS}/add`, "Add Policy Contract");
  const field = (await frameOf(page)).getByRole("textbox", { name: "Contract name" });
  await field.fill("Guild");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search the console" })).toBeFocused();
  await page.keyboard.type("lic");
  await expect(page.getByRole("combobox", { name: "Search the console" })).toHaveValue("lic");
  await page.keyboard.press("Escape");
  await expect(field).toBeFocused();
  await page.keyboard.type("s");
  await expect(field).toHaveValue("Guilds");
});
