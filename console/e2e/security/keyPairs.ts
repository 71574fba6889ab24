/** Key pairs created with the API, and user actions on their pages. */
import type { APIRequestContext, Download, FrameLocator, Page } from "@playwright/test";
import { post } from "../system/signedIn.ts";

export const PATH = "/security/certificate-and-key-management/signing-decryption-keys-certificates";
export const TITLE = "Signing & Decryption Keys & Certificates";

export interface Made {
  id: string;
  subjectDN: string;
}

/** Generates a key pair at the server: EC by default, which is fast. */
export function generate(request: APIRequestContext, commonName: string, more: object = {}): Promise<Made> {
  const settings = { commonName, organization: "Example Ltd", country: "DE", validDays: 365, keyAlgorithm: "EC" };
  return post(request, "/keyPairs/signing/generate", { ...settings, ...more });
}

/** The name of a key pair of `generate`: the subject of its certificate. */
export const named = (commonName: string) => `CN=${commonName}, O=Example Ltd, C=DE`;

/** The details on a key pair's page. */
export const fact = (frame: FrameLocator, label: string) =>
  frame.locator(".pf-v6-c-form__group").filter({ hasText: label }).first().locator(".hanse-fact");

/** The content and name of the file that a click downloads. */
export async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; path: string }> {
  const download: Promise<Download> = page.waitForEvent("download");
  await click();
  const file = await download;
  return { name: file.suggestedFilename(), path: await file.path() };
}
