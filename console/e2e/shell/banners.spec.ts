import { readFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { frameOf } from "../frame/frames.ts";
import { first, logIn, setUp } from "../session/administrator.ts";
import { test } from "../system/licenses.ts";
import { account, auditor, beginSession, choose, fits, open, put, userAdministrator } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW } from "../test.ts";

const PATH = "/system/server/virtual-hostnames";
const TITLE = "Virtual Host Names";
const CLIENTS = "/applications/oauth/clients";
const OTHERS = "Other administrators are signed in";
const ENDS = /The license expires on \d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC\. Import a new license before then\./;

const banners = (page: Page) => page.getByRole("region", { name: "Banners" });
const dismiss = (page: Page, title: string) => page.getByRole("button", { name: new RegExp(`sign out: .*${title}`) });

async function useLicense(request: APIRequestContext, file: string): Promise<void> {
  await put(request, "/license", { fileData: readFileSync(file).toString("base64") });
}

test.beforeEach(async ({ request, licenses }) => {
  await setUp(request);
  await useLicense(request, licenses.good);
});

test("another signed-in administrator is named until the banner is dismissed for the session", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  await account(request, userAdministrator, { auditor: false, roles: ["USER_ADMINISTRATOR"] });
  const elsewhere = await browser.newContext({ ignoreHTTPSErrors: true, ...(baseURL && { baseURL }) });
  const other = await elsewhere.newPage();
  await beginSession(other, userAdministrator);
  await open(page, PATH, TITLE);
  await expect(banners(page).getByText(OTHERS)).toBeVisible();
  await expect(banners(page).getByText("Users may also be changing the configuration.")).toBeVisible();
  await expectAccessible(page);
  await dismiss(page, OTHERS).click();
  await expect(page.getByText(OTHERS)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  const answered = page.waitForResponse("**/activeAdministrators");
  await page.reload();
  await answered;
  await expect(page.getByText(OTHERS)).toHaveCount(0);
  // The next session shows it again.
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: `Sign Out (${first.username})` }).click();
  await logIn(page);
  await expect(banners(page).getByText(OTHERS)).toBeVisible();
  await elsewhere.close();
});

test(
  "an expiring license is announced with a link, and the banner disappears with a new license",
  SLOW,
  async ({ page, request, licenses }) => {
    await useLicense(request, licenses.ending);
    await open(page, PATH, TITLE);
    await expect(banners(page).getByText(ENDS)).toBeVisible();
    await banners(page).getByRole("link", { name: "License" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "License" })).toBeVisible();
    await useLicense(request, licenses.good);
    const answered = page.waitForResponse("**/licenseExpiryStatus");
    await page.reload();
    await answered;
    await expect(page.getByText(ENDS)).toHaveCount(0);
  },
);

test(
  "an expired license is announced, and the banner cannot be dismissed",
  SLOW,
  async ({ page, request, licenses }) => {
    // The server refuses an expired license: this one expires while it is installed.
    await useLicense(request, licenses.endingAt(new Date(Date.now() + 20_000)));
    await open(page, PATH, TITLE);
    const status = async () => {
      const answer = await page.request.get("/pf-admin-ui/licenseExpiryStatus", {
        headers: { "X-XSRF-Header": "e2e" },
      });
      return (await answer.json()).item.status;
    };
    await expect.poll(status, { timeout: 60_000 }).toBe("EXPIRED");
    await page.reload();
    await expect(banners(page).getByText("License error")).toBeVisible();
    await expect(banners(page).getByText(/^The license expired on .* Users are no longer served\./)).toBeVisible();
    await expect(dismiss(page, "License error")).toHaveCount(0);
    await expectAccessible(page);
  },
);

/** The sum of the layout shifts that Chromium has recorded. */
async function moved(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += shift.value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // Two frames later, all recorded shifts have been delivered.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}

test(
  "banners move nothing: they are part of the page or overlay it until the next one",
  SLOW,
  async ({ page, browser, request, baseURL }) => {
    await account(request, userAdministrator, { auditor: false, roles: ["USER_ADMINISTRATOR"] });
    await open(page, CLIENTS, "Clients");
    const frame = await frameOf(page);
    await page.waitForLoadState("networkidle");
    expect(await moved(page)).toBe(0);

    const elsewhere = await browser.newContext({ ignoreHTTPSErrors: true, ...(baseURL && { baseURL }) });
    await beginSession(await elsewhere.newPage(), userAdministrator);
    await frame.locator("body").click();
    const late = banners(page).locator(".hanse-banners__late");
    await expect(late.getByText(OTHERS)).toBeVisible();
    await expectAccessible(page);
    expect(await moved(page)).toBe(0);
    await page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "System" }).click();
    await expect(banners(page).locator(".hanse-banners__above").getByText(OTHERS)).toBeVisible();
    await expect(late.getByText(OTHERS)).toHaveCount(0);

    for (const [path, title] of [
      [PATH, TITLE],
      [CLIENTS, "Clients"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(banners(page).getByText(OTHERS)).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(await moved(page)).toBe(0);
    }
    await elsewhere.close();
  },
);

test("an auditor sees no banners", SLOW, async ({ page, request, licenses }) => {
  await useLicense(request, licenses.ending);
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, PATH, TITLE, auditor);
  await expect(page.getByRole("button", { name: /^Notifications/ })).toBeVisible();
  await expect(banners(page)).toHaveCount(0);
});

for (const { theme, width, details } of looks(1280)) {
  test(`is accessible in ${theme} at ${width} pixels`, details, async ({ page, request, licenses }) => {
    await useLicense(request, licenses.ending);
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, PATH, TITLE);
    await expect(banners(page).getByText(ENDS)).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
