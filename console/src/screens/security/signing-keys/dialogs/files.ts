/** Files that come and go. */

import { nameOf } from "../../../../features/keys/certificate.ts";
import type { KeyPair } from "../api.ts";

const BYTES_A_KB = 1024;
export const MOST_KILOBYTES = 58; // The server takes 80,000 characters of base64, which is a little more.
export const LEAST_PASSWORD = 14;
export const MOST_PASSWORD = 256;

export function isTooLarge(file: File): boolean {
  return file.size > MOST_KILOBYTES * BYTES_A_KB;
}

/** A name for a file that every system can store: "sso.example.com.p12". */
export function fileNameOf(pair: KeyPair, ending: string): string {
  const name = nameOf(pair)
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, "_")
    .replace(/^[._]+/, "")
    .slice(0, 100);
  return `${name || pair.id}.${ending}`;
}
