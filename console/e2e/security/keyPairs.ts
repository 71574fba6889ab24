/** Key pairs by API, and the verbs of their screen. */
import { type APIRequestContext, type Download, expect, type Page } from "@playwright/test";
import { post } from "../system/signedIn.ts";

export const PATH = "/security/certificate-and-key-management/signing-decryption-keys-certificates";
export const TITLE = "Signing & Decryption Keys & Certificates";

export interface Made {
  id: string;
  subjectDN: string;
}

/** Has the server make a key pair: EC, which takes no time, unless something else is asked for. */
export function generate(request: APIRequestContext, commonName: string, more: object = {}): Promise<Made> {
  const settings = { commonName, organization: "Example Ltd", country: "DE", validDays: 365, keyAlgorithm: "EC" };
  return post(request, "/keyPairs/signing/generate", { ...settings, ...more });
}

export const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
export const dialog = (page: Page) => page.getByRole("dialog");

/** Chooses an action of a key pair's menu, in its row or on its page. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Search by/ }).fill(text);
}

/** Opens the page of one key pair from the list. */
export async function openDetails(page: Page, name: string): Promise<void> {
  await search(page, name);
  await link(page, name).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

export const fact = (page: Page, term: string) =>
  page.getByRole("term").filter({ hasText: term }).first().locator("xpath=following-sibling::dd");

/** What a click downloads, and under which name. */
export async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; path: string }> {
  const download: Promise<Download> = page.waitForEvent("download");
  await click();
  const file = await download;
  return { name: file.suggestedFilename(), path: await file.path() };
}

/** Chooses a file in the dialog that is open. */
export async function choose(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await dialog(page).getByRole("button", { name: "Browse…" }).click();
  await (await chooser).setFiles(path);
}
