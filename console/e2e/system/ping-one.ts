/** A server whose cloud is the reference service behind a gate, and user actions on the screen. */
import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { type RunningServer, removeServer, startServer } from "../server.ts";
import { clouded } from "../setup/cloud.ts";
import { type Gate, startGate } from "./gate.ts";
import { asFirst, get, put } from "./signedIn.ts";

export const PATH = "/system/external-systems/pingone-connections";
export const TITLE = "PingOne Connections";
export const API_PATH = "/pingOneConnections";

export interface Stored {
  id: string;
  name: string;
  active: boolean;
  description?: string;
  credentialId: string;
}

interface Clouded {
  gate: Gate;
  server: RunningServer;
}

export const test = clouded.extend<object, Clouded>({
  gate: [
    async ({ cloud }, use) => {
      const gate = await startGate(cloud.port);
      await use(gate);
      await gate.shut();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ gate }, use) => {
      const server = await startServer({ HANSE_CLOUD_REGIONS: `NA=http://127.0.0.1:${gate.port}` });
      await use(server);
      await removeServer(server);
    },
    { scope: "worker" },
  ],
});

export async function connections(request: APIRequestContext): Promise<Stored[]> {
  return (await get<{ items: Stored[] }>(request, API_PATH)).items;
}

/** Replaces the server's connections with these, without contacting the cloud. */
export async function store(
  request: APIRequestContext,
  credential: string,
  ...wanted: { name: string; description?: string; active?: boolean }[]
): Promise<Stored[]> {
  for (const { id } of await connections(request)) await asFirst(request, "DELETE", `${API_PATH}/${id}`);
  const made: Stored[] = [];
  for (const one of wanted) made.push(await create(request, credential, one));
  return made;
}

export async function create(request: APIRequestContext, credential: string, one: object): Promise<Stored> {
  const answer = await asFirst(request, "POST", API_PATH, { credential, ...one }, UNCHECKED);
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

export async function change(request: APIRequestContext, stored: Stored, changes: object): Promise<void> {
  await put(request, `${API_PATH}/${stored.id}`, { ...stored, ...changes });
}

const UNCHECKED = { "X-BypassExternalValidation": "true" };

export const row = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });
export const toggle = (page: Page, name: string) => row(page, name).getByRole("button", { name, exact: true });
export const active = (page: Page, name: string) => page.getByRole("switch", { name: `Active: ${name}` });
export const names = (page: Page) =>
  page.getByRole("list", { name: "PingOne connections, by name" }).getByRole("heading", { level: 2 });
export const state = (page: Page) => page.locator(".hanse-connection__state");
export const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
export const credential = (page: Page) => page.getByRole("textbox", { name: "Credential" });
export const connectionName = (page: Page) => page.getByRole("textbox", { name: "Connection Name" });

/** The input is covered by the visible switch: clicks reach it through its label. */
export const flip = (page: Page, name: string) => active(page, name).locator("xpath=..").click();

export async function expand(page: Page, name: string): Promise<void> {
  await toggle(page, name).click();
  await expect(toggle(page, name)).toHaveAttribute("aria-expanded", "true");
}
