/** Signed-in administrators, each in a separate browser context. */
import { type APIRequestContext, type APIResponse, expect, type Page } from "@playwright/test";
import { first } from "../session/administrator.ts";

const API = "/pf-admin-api/v1";
const headers = { "X-XSRF-Header": "e2e" };

export interface Person {
  username: string;
  password: string;
}

export const auditor: Person = { username: "Auditor", password: "Look-at-7-things" };
export const userAdministrator: Person = { username: "Users", password: "Manage-7-people" };

/** Creates an account as the first administrator, unless it exists. */
export async function account(
  request: APIRequestContext,
  { username, password }: Person,
  rights: { auditor: boolean; roles: string[] },
): Promise<void> {
  const answer = await request.post(`${API}/administrativeAccounts`, {
    headers: { ...headers, Authorization: basic(first) },
    data: { username, password, active: true, ...rights },
  });
  // The tests of a worker share the server: an earlier one may have created the account.
  if (!answer.ok()) expect(await answer.text()).toContain('"fieldPath":"username"');
}

/** Starts a session, opens a path, and waits for the screen. The log-in screen has its own tests. */
export async function open(page: Page, path: string, heading: string | RegExp, person: Person = first): Promise<void> {
  await beginSession(page, person);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
}

/** Starts a session without the log-in screen, for tests of other subjects. */
export async function beginSession(page: Page, { username, password }: Person = first): Promise<void> {
  const answer = await page.request.post("/pf-admin-ui/login", { headers, data: { username, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Calls the API as the first administrator, without the browser. */
export async function put(request: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await request.put(API + path, { headers: { ...headers, Authorization: basic(first) }, data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

export async function post<T>(request: APIRequestContext, path: string, data: object): Promise<T> {
  const answer = await request.post(API + path, { headers: { ...headers, Authorization: basic(first) }, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

export async function get<T>(request: APIRequestContext, path: string): Promise<T> {
  const answer = await request.get(API + path, { headers: { ...headers, Authorization: basic(first) } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** Any call as the first administrator, with any result; to another server by its origin. */
export function asFirst(
  request: APIRequestContext,
  method: string,
  path: string,
  data?: object,
  more: Record<string, string> = {},
  origin = "",
): Promise<APIResponse> {
  const all = { ...headers, ...more, Authorization: basic(first) };
  return request.fetch(origin + API + path, { method, headers: all, ...(data && { data }) });
}

/** Stores a theme for the page's own script, before the page loads. */
export async function choose(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.addInitScript((one) => window.localStorage.setItem("hanse.theme", one), theme);
}

/** True if nothing requires horizontal scrolling. */
export async function fits(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
}

function basic({ username, password }: Person): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}
