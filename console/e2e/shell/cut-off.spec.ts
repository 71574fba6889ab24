/** Texts wrap if they need more than one line: table headers and names are never cut off. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { addCertificates, clear, KEY_SETS, keySet, post } from "../security/tokenKeys.ts";
import { setUp } from "../session/administrator.ts";
import { test } from "../system/licenses.ts";
import { fits, open, put } from "../system/signedIn.ts";
import { expect, SLOW } from "../test.ts";

/** Returns the texts, values and placeholders that do not fit into the element that shows them. */
function cutOff(page: Page, within: string): Promise<string[]> {
  return page.locator(within).evaluateAll((roots) => {
    const pen = document.createElement("canvas").getContext("2d");
    const found: string[] = [];
    for (const one of roots.flatMap((root) => [root, ...root.querySelectorAll<HTMLElement>("*")])) {
      if (one.checkVisibility() === false || one.closest(".pf-v6-screen-reader")) continue;
      if (one instanceof HTMLInputElement && pen) {
        if (one.type === "checkbox" || one.type === "radio") continue;
        const style = getComputedStyle(one);
        pen.font = style.font;
        const room = one.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        for (const text of [one.value || one.placeholder]) {
          if (pen.measureText(text).width > room + 1) found.push(`${text} (input)`);
        }
      } else if (one instanceof HTMLTextAreaElement) {
        if (one.scrollHeight > one.clientHeight + 1) found.push(`${one.value} (text area)`);
      } else if (
        ["hidden", "clip"].includes(getComputedStyle(one).overflowX) &&
        one.scrollWidth > one.clientWidth + 1
      ) {
        // Scrolling content, such as many tabs on a phone, is not cut off.
        found.push(`${one.textContent} (${one.className})`);
      }
    }
    return found;
  });
}

/** So many that the list of a menu scrolls. */
const LONG_NAMES = ["Northern and Eastern", "Southern", "Western", "Central"].map(
  (part) => `Accounts of customers in ${part} Europe`,
);

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

for (const width of [1440, 1024, 800]) {
  test(
    `headers of the license's groups are shown in full at ${width} pixels`,
    SLOW,
    async ({ page, request, licenses }) => {
      await put(request, "/license", { fileData: readFileSync(licenses.worse).toString("base64") });
      await page.setViewportSize({ width, height: 900 });
      await open(page, "/system/server/license", "License");
      await expect(page.getByRole("columnheader", { name: "Connection Group" })).toBeVisible();
      expect(await cutOff(page, "table")).toEqual([]);
    },
  );
}

for (const width of [1440, 1024, 390]) {
  test(`issuers of key sets are shown in full at ${width} pixels`, SLOW, async ({ page, request }) => {
    await addCertificates(request);
    await clear(request);
    const name = LONG_NAMES[0] ?? "";
    await post(request, "/oauth/issuers", { id: "accounts", name, host: "accounts.example" });
    await post(request, KEY_SETS, keySet("Keys of customer accounts", "accounts"));
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/security/certificate-and-key-management/token-signing-keys", "Token Signing Keys");
    await expect(page.getByText(name)).toBeVisible();
    expect(await cutOff(page, ".hanse-keysets__cards")).toEqual([]);
    expect(await fits(page)).toBe(true);
  });
}

for (const width of [1440, 1024, 390]) {
  test(`key IDs, searches and menus are shown in full at ${width} pixels`, SLOW, async ({ page, request }) => {
    await addCertificates(request);
    await clear(request);
    for (const [number, name] of LONG_NAMES.entries()) {
      const id = number === 0 ? "accounts" : `other${number}`;
      await post(request, "/oauth/issuers", { id, name, host: `${id}.department-with-a-long-name.example.com` });
    }
    const set = keySet("Keys of customer accounts", "accounts");
    await post(request, KEY_SETS, set);
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/security/certificate-and-key-management/token-signing-keys", "Token Signing Keys");
    await expect(page.getByRole("link", { name: set.name })).toBeVisible();
    for (const path of [
      "/security/certificate-and-key-management/token-signing-keys",
      "/system/oauth-settings/virtual-issuers",
      "/system/oauth-settings/scope-management",
      "/system/oauth-settings/authorization-detail-types",
      "/system/external-systems/pingone-connections",
    ]) {
      await page.goto(path);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      expect(await cutOff(page, "main"), path).toEqual([]);
    }
    await page.goto(`/security/certificate-and-key-management/token-signing-keys/edit/${set.id}`);
    const choice = page.getByRole("button", { name: /^Issuers/ });
    await expect(choice).toBeVisible();
    expect(await cutOff(page, "main form")).toEqual([]);
    await choice.click();
    const menu = page.locator(".hanse-choice .pf-v6-c-menu");
    const foot = menu.locator(".hanse-choice__footer");
    await expect(foot).toBeVisible();
    const [outer, inner] = [await menu.boundingBox(), await foot.boundingBox()];
    expect((inner?.y ?? 0) + (inner?.height ?? 0)).toBeLessThanOrEqual((outer?.y ?? 0) + (outer?.height ?? 0));
    expect(
      await foot.evaluate((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight),
    ).toBe(true);
    // Its visible part is its own, not covered by another element.
    const isOnTop = await foot.evaluate((one) => {
      const { left, bottom, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + 20, bottom - height / 2));
    });
    expect(isOnTop).toBe(true);
    expect(await cutOff(page, ".hanse-choice :is(.pf-v6-c-menu__search, .pf-v6-c-menu__list)")).toEqual([]);
  });
}
