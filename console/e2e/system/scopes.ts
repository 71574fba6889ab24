/** User actions on the screen. */
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { asFirst, post } from "./signedIn.ts";

export const PATH = "/system/oauth-settings/scope-management";
const ROOT = "/oauth/authServerSettings/scopes";

export type Collection = "commonScopes" | "commonScopeGroups" | "exclusiveScopes" | "exclusiveScopeGroups";

export const scope = (name: string, more: object = {}) => ({ name, description: `About ${name}`, ...more });

export async function make(request: APIRequestContext, collection: Collection, ...entries: object[]): Promise<void> {
  for (const entry of entries) await post(request, `${ROOT}/${collection}`, entry);
}

/** Creates scopes with names numbered from 1, several at a time. */
export async function makeMany(request: APIRequestContext, collection: Collection, prefix: string, count: number) {
  for (let start = 1; start <= count; start += 25) {
    const numbers = Array.from({ length: Math.min(25, count - start + 1) }, (_, index) => start + index);
    await Promise.all(numbers.map((number) => make(request, collection, scope(numbered(prefix, number)))));
  }
}

export const numbered = (prefix: string, number: number) => `${prefix}-${String(number).padStart(5, "0")}`;

/** Deletes the objects of earlier tests on the same server, the clients first, because they use the scopes. */
export async function clear(request: APIRequestContext): Promise<void> {
  const clients = await asFirst(request, "GET", "/oauth/clients");
  for (const { clientId } of (await clients.json()).items) {
    const gone = await asFirst(request, "DELETE", `/oauth/clients/${encodeURIComponent(clientId)}`);
    expect(gone.ok(), await gone.text()).toBe(true);
  }
  for (const collection of ["commonScopeGroups", "exclusiveScopeGroups", "commonScopes", "exclusiveScopes"]) {
    const all = await asFirst(request, "GET", `${ROOT}/${collection}`);
    const names: string[] = (await all.json()).items.map(({ name }: { name: string }) => name);
    // For many scopes, sequential requests would exceed the time limit of a test.
    for (let start = 0; start < names.length; start += 20) {
      await Promise.all(
        names.slice(start, start + 20).map(async (name) => {
          const gone = await asFirst(request, "DELETE", `${ROOT}/${collection}/${encodeURIComponent(name)}`);
          expect(gone.ok(), await gone.text()).toBe(true);
        }),
      );
    }
  }
}

export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
export const search = (page: Page) => page.getByRole("textbox", { name: "Search by name or description" });
export const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
export const dialog = (page: Page) => page.getByRole("dialog");
export const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

export const available = (page: Page) => page.getByRole("region", { name: "Available Scopes" });
export const selected = (page: Page) => page.getByRole("region", { name: "Selected Scopes" });

export async function fill(page: Page, name: string, description: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Description" }).fill(description);
}

/** The names of the rendered rows, from the top. */
export async function names(list: Locator): Promise<string[]> {
  const rows = list.locator("[data-row]");
  const found = await rows.evaluateAll((all) =>
    all.map((one) => ({ name: (one as HTMLElement).dataset.row ?? "", top: one.getBoundingClientRect().top })),
  );
  return found.sort((one, other) => one.top - other.top).map(({ name }) => name);
}
