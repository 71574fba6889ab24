/** The figures of the engines on the dashboard, as charts and as tables. */
import type { Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { account, auditor, choose, fits, open } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";

test.beforeEach(({ request }) => setUp(request));

const steps = Array.from({ length: 12 }, (_, index) => ({
  begins: new Date(Date.UTC(2026, 10, 21, 7, 35 + 5 * index)).toISOString(),
  signedIn: 40 + 30 * (index % 4),
  signInFailures: index % 3,
  tokens: 700 + 90 * (index % 5),
  tokenFailures: 4 * (index % 2),
  authorizationMilliseconds: 14.2 + index,
  tokenMilliseconds: 8.1 + (index % 3),
}));

/** Replaces the figures: engines write them only once a minute. The way from an engine to the dashboard has its own tests. */
async function figures(page: Page) {
  await page.route("**/internal/engineFigures?*", (route) =>
    route.fulfill({
      json: {
        stepMinutes: 5,
        steps,
        signedIn: 1020,
        signInFailures: 12,
        reasons: [
          { id: "SIGN_IN_REQUIRED", label: "Sign-in required (prompt=none)", count: 7 },
          { id: "NOT_FULFILLED", label: "Attribute contract not fulfilled", count: 5 },
        ],
        tokens: 10_020,
        grantTypes: [
          { id: "client_credentials", label: "Client credentials", count: 9000 },
          { id: "authorization_code", label: "Authorization code", count: 1020 },
        ],
        tokenFailures: 24,
        errors: [{ id: "invalid_grant", label: "invalid_grant", count: 24 }],
        authorizationMilliseconds: 22.5,
        tokenMilliseconds: 9.4,
      },
    }),
  );
}

test("an auditor of a new server reads when figures appear", SLOW, async ({ page, request }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, "/", "Welcome", auditor);
  await expect(page.getByRole("heading", { name: "No sign-ins or token requests in this period" })).toBeVisible();
  await page.getByRole("button", { name: "Last day" }).click();
  await expect(page.getByText(/appear a minute after/)).toBeVisible();
});

test("failed sign-ins lead to their traces", async ({ page }) => {
  await figures(page);
  await open(page, "/", "Welcome");
  await page.getByRole("link", { name: "Show failed sign-ins" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign-In Trace" })).toBeVisible();
  await expect(page).toHaveURL(/outcome=FAILED/);
});

for (const { theme, width, details } of looks(1440)) {
  test(`charts and tables are accessible in ${theme} at ${width} pixels`, details, async ({ page }) => {
    await choose(page, theme);
    await page.setViewportSize({ width, height: 1200 });
    await figures(page);
    await open(page, "/", "Welcome");
    const region = page.getByRole("region", { name: "Sign-ins and tokens" });
    await expect(region.getByRole("img", { name: "Successful sign-ins, Failed sign-ins" })).toBeVisible();
    await expect(region.getByText("9.4 ms")).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await region.getByRole("button", { name: "Show as table" }).press("Enter");
    await expect(region.getByRole("table").getByRole("rowheader")).toHaveCount(12);
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
