/** User actions on the screen. */
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { asFirst, get, post, put } from "./signedIn.ts";

export const PATH = "/system/oauth-settings/scope-management";
const ROOT = "/oauth/authServerSettings/scopes";

export type Collection = "commonScopes" | "commonScopeGroups" | "exclusiveScopes" | "exclusiveScopeGroups";

export const scope = (name: string, more: object = {}) => ({ name, description: `About ${name}`, ...more });

export async function make(request: APIRequestContext, collection: Collection, ...entries: object[]): Promise<void> {
  for (const entry of entries) await post(request, `${ROOT}/${collection}`, entry);
}

/** The settings contain all scopes. A list that is sent replaces the stored one. */
const SETTINGS = "/oauth/authServerSettings";
const NO_SCOPES = { scopes: [], scopeGroups: [], exclusiveScopes: [], exclusiveScopeGroups: [] };

/** Creates scopes with names numbered from 1, with one request. */
export async function makeMany(
  request: APIRequestContext,
  list: "scopes" | "exclusiveScopes",
  name: string,
  count: number,
) {
  const settings = await get<typeof NO_SCOPES>(request, SETTINGS);
  const made = Array.from({ length: count }, (_, index) => scope(numbered(name, index + 1)));
  await put(request, SETTINGS, { ...settings, [list]: [...settings[list], ...made] });
}

export const numbered = (prefix: string, number: number) => `${prefix}-${String(number).padStart(5, "0")}`;

/** Deletes the objects of earlier tests on the same server, the clients first, because they use the scopes. */
export async function clear(request: APIRequestContext): Promise<void> {
  const clients = await asFirst(request, "GET", "/oauth/clients");
  for (const { clientId } of (await clients.json()).items) {
    const gone = await asFirst(request, "DELETE", `/oauth/clients/${encodeURIComponent(clientId)}`);
    expect(gone.ok(), await gone.text()).toBe(true);
  }
  await put(request, SETTINGS, { ...(await get<object>(request, SETTINGS)), ...NO_SCOPES });
}

export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
export const search = (page: Page) => page.getByRole("textbox", { name: "Search by name or description" });
export const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
export const dialog = (page: Page) => page.getByRole("dialog");
export const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

export const available = (page: Page) => page.getByRole("region", { name: "Available Scopes" });
export const selected = (page: Page) => page.getByRole("region", { name: "Selected Scopes" });

/** Fills the form. The label must match exactly: while the form loads, the page still has "Search by name or …". */
export async function fill(page: Page, name: string, description: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Description", exact: true }).fill(description);
}

/** The names of the rendered rows, from the top. */
export async function names(list: Locator): Promise<string[]> {
  const rows = list.locator("[data-row]");
  const found = await rows.evaluateAll((all) =>
    all.map((one) => ({ name: (one as HTMLElement).dataset.row ?? "", top: one.getBoundingClientRect().top })),
  );
  return found.sort((one, other) => one.top - other.top).map(({ name }) => name);
}
