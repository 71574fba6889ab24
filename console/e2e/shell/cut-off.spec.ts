/** Texts wrap where they need more than one line: heads of tables and names are never cut off. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { addCertificates, clear, KEY_SETS, keySet, post } from "../security/tokenKeys.ts";
import { setUp } from "../session/administrator.ts";
import { test } from "../system/licences.ts";
import { fits, open, put } from "../system/signedIn.ts";
import { expect } from "../test.ts";

/** Returns the texts, values and placeholders that do not fit into the element that shows them. */
function cutOff(page: Page, within: string): Promise<string[]> {
  return page.locator(within).evaluateAll((roots) => {
    const pen = document.createElement("canvas").getContext("2d");
    const found: string[] = [];
    for (const one of roots.flatMap((root) => [root, ...root.querySelectorAll<HTMLElement>("*")])) {
      if (one.checkVisibility() === false || one.closest(".pf-v6-screen-reader")) continue;
      if (one instanceof HTMLInputElement && pen) {
        const style = getComputedStyle(one);
        pen.font = style.font;
        const room = one.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        for (const text of [one.value || one.placeholder]) {
          if (pen.measureText(text).width > room + 1) found.push(`${text} (input)`);
        }
      } else if (getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1) {
        found.push(`${one.textContent} (${one.className})`);
      }
    }
    return found;
  });
}

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

for (const width of [1440, 1024, 800]) {
  test(`heads of the license's groups are whole at ${width} pixels`, async ({ page, request, licences }) => {
    await put(request, "/license", { fileData: readFileSync(licences.worse).toString("base64") });
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/system/server/license", "License");
    await expect(page.getByRole("columnheader", { name: "Connection Group" })).toBeVisible();
    expect(await cutOff(page, "table")).toEqual([]);
  });
}

for (const width of [1440, 1024, 390]) {
  test(`issuers of key sets are whole at ${width} pixels`, async ({ page, request }) => {
    await addCertificates(request);
    await clear(request);
    const name = "Accounts of customers in Northern and Eastern Europe";
    await post(request, "/oauth/issuers", { id: "accounts", name, host: "accounts.example" });
    await post(request, KEY_SETS, keySet("Keys of customer accounts", "accounts"));
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/security/certificate-and-key-management/token-signing-keys", "Token Signing Keys");
    await expect(page.getByText(name)).toBeVisible();
    expect(await cutOff(page, ".hanse-keysets__cards")).toEqual([]);
    expect(await fits(page)).toBe(true);
  });
}
