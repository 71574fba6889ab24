/** Errors stay until they are dismissed, and cover nothing meanwhile. */
import type { Page } from "@playwright/test";
import { begin, button, PATH, pickCertificate, pickIssuer, popup, prepare, TITLE } from "../security/keySets.ts";
import { setUp } from "../session/administrator.ts";
import { open } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";

const messages = (page: Page) => page.getByRole("list", { name: "Messages" });

/** The names of visible controls, links and headings that a message overlaps. */
function coveredBy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector("main")?.getBoundingClientRect() as DOMRect;
    const alerts = [...document.querySelectorAll(".hanse-messages > li")].map((each) => each.getBoundingClientRect());
    const seen = [...document.querySelectorAll("a, button, input, textarea, select, h1, h2, h3")]
      .filter(
        (each) =>
          !each.closest(".hanse-messages, [aria-hidden=true]") && each.checkVisibility({ visibilityProperty: true }),
      )
      .map((each) => {
        const box = each.getBoundingClientRect();
        const isInMain = each.closest("main") !== null;
        return {
          name: each.getAttribute("aria-label") ?? each.textContent ?? each.id,
          top: isInMain ? Math.max(box.top, main.top) : box.top,
          bottom: isInMain ? Math.min(box.bottom, main.bottom) : box.bottom,
          left: box.left,
          right: box.right,
        };
      })
      .filter(({ top, bottom, left, right }) => bottom > top && right > left);
    return seen
      .filter((one) =>
        alerts.some(
          (alert) =>
            one.top < alert.bottom && one.bottom > alert.top && one.left < alert.right && one.right > alert.left,
        ),
      )
      .map(({ name }) => name);
  });
}

async function scrollToEnd(page: Page): Promise<void> {
  await page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
}

test("a permanent error message does not cover Sign Out", async ({ page, request }) => {
  await setUp(request);
  await open(page, "/system/server/license", "License");
  await page.locator("input[type=file]").setInputFiles({
    name: "license.lic",
    mimeType: "text/plain",
    buffer: Buffer.from("no license"),
  });
  await expect(page.getByText("The license file is damaged, or is not a license file.")).toBeVisible();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: /Sign Out/ }).click();
  await expect(page).toHaveURL(/\/login/);
});

test("errors of a refused key set cover no certificate field and move nothing", SLOW, async ({ page, request }) => {
  await prepare(request);
  await page.route("**/pf-admin-api/v1/keyPairs/oauthOpenIdConnect/additionalKeySets", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 422,
          json: {
            resultId: "validation_error",
            message: "Refused.",
            validationErrors: [
              { errorId: "a", fieldPath: "name", message: "This name is already in use." },
              { errorId: "b", fieldPath: "id", message: "This ID is already in use." },
            ],
          },
        })
      : route.fallback(),
  );
  await open(page, PATH, TITLE);
  await begin(page, "Bremen");
  await pickIssuer(page, "Bremen");
  await pickCertificate(page, "RSA: Active certificate", "Tokens 2026");
  await button(page, "Save").click();
  await popup(page, "Add Key Set").getByRole("button", { name: "Cancel" }).click();
  await expect(messages(page).getByRole("listitem")).toHaveCount(2);
  expect(await coveredBy(page)).toEqual([]);
  await button(page, "Save").click();
  await popup(page, "Add Key Set").getByRole("button", { name: "Cancel" }).click();
  await expect(messages(page).getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  expect(await coveredBy(page)).toEqual([]);
  await scrollToEnd(page);
  expect(await coveredBy(page)).toEqual([]);
  // The last field can still be reached and pressed.
  await page
    .getByRole("button", { name: /Active certificate/ })
    .last()
    .click({ trial: true });

  // Without messages, the page has its previous height, and nothing above has moved.
  await page.locator("main").evaluate((main) => main.scrollTo(0, 0));
  const before = await page.getByRole("heading", { level: 1 }).boundingBox();
  await messages(page).getByRole("button").first().click();
  await expect(messages(page).getByRole("listitem")).toHaveCount(1);
  await messages(page).getByRole("button").click();
  await expect(messages(page).getByRole("listitem")).toHaveCount(0);
  expect(await page.getByRole("heading", { level: 1 }).boundingBox()).toEqual(before);
  const bottom = await page.locator("main").evaluate((main) => main.getBoundingClientRect().bottom);
  expect(bottom).toBeGreaterThan((page.viewportSize()?.height ?? 0) - 40);
});

test(
  "on a phone, the error of a list covers neither breadcrumb nor title nor an item",
  SLOW,
  async ({ page, request }) => {
    await prepare(request);
    await page.route("**/oauth/authorizationDetailTypes/type-0", (route) =>
      route.fulfill({ status: 422, json: { resultId: "validation_error", message: "Not now." } }),
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route("**/pf-admin-api/v1/oauth/authorizationDetailTypes?**", (route) =>
      route.fulfill({
        json: {
          items: Array.from({ length: 9 }, (_, index) => ({
            id: `type-${index}`,
            type: `type-${index}`,
            active: false,
            authorizationDetailProcessorRef: { id: "none" },
          })),
          totalItems: 9,
        },
      }),
    );
    await open(page, "/system/oauth-settings/authorization-detail-types", "Authorization Detail Types");
    // The label, which is visible: clicks wait until it no longer moves.
    await page.getByRole("switch").first().locator("..").click();
    await expect(messages(page).getByRole("listitem")).toHaveCount(1);
    expect(await coveredBy(page)).toEqual([]);
    await scrollToEnd(page);
    expect(await coveredBy(page)).toEqual([]);
  },
);
