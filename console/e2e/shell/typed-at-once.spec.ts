/**
 * On a slow machine a page can be used before its scripts have finished. Here a user types in the moment in which the
 * field is inserted into the page: earlier than any effect of React that runs after painting.
 */
import type { Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { beginSession, put } from "../system/signedIn.ts";
import { expect, SLOW, test } from "../test.ts";

const TYPED = "typed";

/** Types into each element as soon as it is in the page: into fields as text, anywhere else as a key press. */
async function typeAtOnce(page: Page, ...selectors: string[]): Promise<void> {
  await page.addInitScript(
    ([text, ...wanted]) => {
      const left = new Set(wanted);
      const type = (element: HTMLElement) => {
        element.focus();
        if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) {
          const init = { bubbles: true, cancelable: true };
          document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, ...init }));
          for (const key of text ?? "") document.dispatchEvent(new KeyboardEvent("keydown", { key, ...init }));
          return;
        }
        const end = element.value.length;
        element.setSelectionRange(end, end);
        document.execCommand("insertText", false, text);
      };
      new MutationObserver(() => {
        for (const selector of left) {
          const element = document.querySelector<HTMLElement>(selector);
          if (!element || !left.delete(selector)) continue;
          type(element);
        }
      }).observe(document, { childList: true, subtree: true });
    },
    [TYPED, ...selectors],
  );
}

/** Makes the browser as slow as an old machine, and every answer of the server late. */
async function slowDown(page: Page): Promise<void> {
  await page.route("**/pf-admin-{api,ui}/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

const SCOPES = "/system/oauth-settings/scope-management";
const FORMS = [
  { path: `${SCOPES}/add?tab=exclusiveScopes`, fields: ["#name", "#description"] },
  { path: `${SCOPES}?tab=defaultScope`, fields: ["#defaultScopeDescription"] },
  { path: "/system/oauth-settings/virtual-issuers/add", fields: ["#name", "#description"] },
  { path: "/system/server/virtual-hostnames", fields: ["main input"] },
  { path: "/system/external-systems/pingone-connections/add", fields: ["#name", "#description"] },
  { path: "/system/oauth-settings/authorization-detail-types/add", fields: ["#type", "#description"] },
  {
    path: "/security/certificate-and-key-management/token-signing-keys/add",
    fields: ["#name", "[role=dialog] textarea"],
  },
];

test.describe("in the console", () => {
  test.beforeEach(async ({ page, request }) => {
    await setUp(request);
    await beginSession(page);
  });

  for (const [index, { path, fields }] of FORMS.entries()) {
    const tag = index ? "@slow" : [];
    test(`${path} keeps what is typed as soon as its fields are there`, { tag }, async ({ page, request }) => {
      if (path.endsWith("hostnames"))
        await put(request, "/virtualHostNames", { virtualHostNames: ["sso.example.com"] });
      await typeAtOnce(page, ...fields);
      await slowDown(page);
      await page.goto(path);
      for (const field of fields) await expect(page.locator(field).first()).toHaveValue(new RegExp(TYPED));
      await page.waitForLoadState("networkidle");
      for (const field of fields) await expect(page.locator(field).first()).toHaveValue(new RegExp(TYPED));
      if (!path.includes("keys/add")) await expect(page.getByRole("button", { name: "Save" })).toBeEnabled();
    });
  }

  test("the search keeps the letters after Ctrl+K", async ({ page }) => {
    await typeAtOnce(page, ".hanse-search-button");
    await slowDown(page);
    await page.goto("/");
    const search = page.getByRole("combobox", { name: "Search the console" });
    await expect(search).toHaveValue(TYPED);
    await expect(search).toBeFocused();
  });
});

test("the log-in screen continues a username instead of replacing it", SLOW, async ({ page, request }) => {
  await setUp(request);
  await typeAtOnce(page, "#username");
  await page.goto("/login");
  await expect(page.getByLabel("Username")).toHaveValue(TYPED);
  await page.keyboard.type("-on");
  await expect(page.getByLabel("Username")).toHaveValue(`${TYPED}-on`);
});
