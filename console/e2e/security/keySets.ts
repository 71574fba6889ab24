/** Common steps of the tests of the Token Signing Keys screen. */
import type { APIRequestContext, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { get } from "../system/signedIn.ts";
import { expect } from "../test.ts";
import { addCertificates, addIssuers, clear, KEY_SETS, type keySet } from "./tokenKeys.ts";

export const PATH = "/security/certificate-and-key-management/token-signing-keys";
export const TITLE = "Token Signing Keys";
export const REQUIRES = "Token Signing Keys requires OAuth and OpenID Connect static keys to be enabled.";

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const popup = (page: Page, name: string) => page.getByRole("dialog", { name });
export const save = (page: Page) => button(page, "Save");
export const cell = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
export const keyId = (page: Page, name: string) => page.getByRole("textbox", { name });
export const storedSet = (request: APIRequestContext, id: string) =>
  get<ReturnType<typeof keySet> & { signingKeys: Record<string, unknown> }>(request, `${KEY_SETS}/${id}`);

/** The message at a field, to which PatternFly appends that it is an error. */
export const beginning = (text: string) => new RegExp(`^${text.replaceAll(".", "\\.")}`);

/** Certificates and three issuers, but no key set. */
export async function prepare(request: APIRequestContext): Promise<void> {
  await setUp(request);
  await addCertificates(request);
  await clear(request);
  await addIssuers(request, "Bremen", "Luebeck", "Rostock");
}

export async function pickIssuer(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Issuers/ }).click();
  await page.getByRole("checkbox", { name: new RegExp(`^${name}`) }).check();
  await page.keyboard.press("Escape");
}

export async function pickCertificate(page: Page, place: string, name: string): Promise<void> {
  await cell(page, place).click();
  await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
}

/** Adds a key set and continues to its form. */
export async function begin(page: Page, name: string, id?: string): Promise<void> {
  await button(page, "Add Key Set").click();
  const dialog = popup(page, "Add Key Set");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  if (id) await dialog.getByRole("textbox", { name: "ID" }).fill(id);
  await button(page, "Next").click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}
