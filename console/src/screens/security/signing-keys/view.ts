/** What the screen shows of a key pair. No React here. */
import type { KeyPair } from "./api.ts";
import { DAY_MS } from "./days.ts";

/** From here on an end is near enough to be told. */
const SOON_DAYS = 30;

export type Status = KeyPair["status"] | "EXPIRING";

/** A certificate's place in its life; one that ends soon and is not renewed by the server itself is a case of its own. */
export function statusOf({ status, expires, rotationSettings }: KeyPair, now: number): Status {
  const endsSoon = status === "VALID" && !rotationSettings && daysUntil(expires, now) <= SOON_DAYS;
  return endsSoon ? "EXPIRING" : status;
}

/** Whole days from now to a moment; negative when that is past. */
export function daysUntil(moment: string, now: number): number {
  return Math.trunc((Date.parse(moment) - now) / DAY_MS);
}

export function isSelfSigned({ subjectDN, issuerDN }: Pick<KeyPair, "subjectDN" | "issuerDN">): boolean {
  return subjectDN === issuerDN;
}

/** Hexadecimal digits in pairs, as other tools print them: "3A:7F:00". */
export function inPairs(digits: string): string {
  const even = digits.length % 2 ? `0${digits}` : digits;
  return even.match(/../g)?.join(":") ?? digits;
}
