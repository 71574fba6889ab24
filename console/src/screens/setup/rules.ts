/**
 * The wizard's own validation before the server's, and the live list of unmet password rules (specification 3, section
 * 5.2).
 */

import { type Message, message } from "../../messages.ts";
import type { PasswordRules } from "./api.ts";

export interface Requirement {
  message: Message;
  /** The {n} of the message. */
  n?: number;
  met: boolean;
}

export const LONGEST_PASSWORD = 256;

/**
 * The server's rules, in the order of the specification, each with its result for `password`. As on the server,
 * characters are code points after NFKC, and letters and digits are those of Unicode.
 */
export function requirements(rules: PasswordRules, password: string): Requirement[] {
  const characters = Array.from(password.normalize("NFKC"));
  const count = (test: (character: string) => boolean) => characters.filter(test).length;
  const atLeast = (n: number, message: Message, found: number): Requirement[] =>
    n > 0 ? [{ message, n, met: found >= n }] : [];
  return [
    ...atLeast(rules.minLength, message("setup.minLength"), characters.length),
    ...mixedCase(rules, characters),
    ...atLeast(
      rules.minAlpha,
      message("setup.minAlpha"),
      count((c) => /\p{L}/u.test(c)),
    ),
    ...atLeast(
      rules.minNumeric,
      message("setup.minNumeric"),
      count((c) => /\p{Nd}/u.test(c)),
    ),
    ...atLeast(
      rules.minSpecial,
      message("setup.minSpecial"),
      count((c) => rules.specialChars.includes(c)),
    ),
  ];
}

export function isStrong(rules: PasswordRules, password: string): boolean {
  return password !== "" && requirements(rules, password).every((requirement) => requirement.met);
}

/** The specification's text for mixed case names the uppercase letter; the server also requires a lowercase one. */
function mixedCase(rules: PasswordRules, characters: string[]): Requirement[] {
  if (!rules.requireMixedCase) return [];
  return [
    { message: message("setup.uppercase"), met: characters.some((c) => /\p{Uppercase}/u.test(c)) },
    { message: message("setup.lowercase"), met: characters.some((c) => /\p{Lowercase}/u.test(c)) },
  ];
}

const LONGEST_URL = 2048;
const URL_START = /^https?:\/\/[^/\\]/i;

export type BaseUrlProblem = "baseUrlMalformed" | "baseUrlWithQuery" | "baseUrlWithFragment" | "baseUrlWithUser";

/**
 * The reason why a text is not a base URL; undefined if it is one. The server also refuses a query, a fragment and
 * credentials, but would report that only in the middle of Finish.
 */
export function baseUrlProblem(text: string): BaseUrlProblem | undefined {
  // The URL parser accepts more than the server does: "https:host", white space, backslashes.
  const isWritten = text.length <= LONGEST_URL && URL_START.test(text) && !/[\s\\\p{Cc}]/u.test(text);
  const url = isWritten ? URL.parse(text) : null;
  if (url === null || url.port === "0") return "baseUrlMalformed";
  if (url.username !== "" || url.password !== "") return "baseUrlWithUser";
  // The parser drops an empty query and fragment, but the server does not. A "?" may be part of a fragment.
  const [beforeFragment = "", fragment] = text.split(/#(.*)/s);
  if (beforeFragment.includes("?")) return "baseUrlWithQuery";
  return fragment === undefined ? undefined : "baseUrlWithFragment";
}

/**
 * The paragraphs of a text with fixed line breaks: lines are joined unless they begin a list item, so that the text
 * fits any width.
 */
export function paragraphsOf(text: string): string[] {
  const blocks = text.replaceAll("\r", "").split(/\n\s*\n/);
  return blocks.map((block) => block.trim().replace(/\n(?!\s*[-•*] )\s*/g, " ")).filter((block) => block !== "");
}

/** The user names that the server accepts; others would fail in the middle of Finish. */
export function isUsername(text: string): boolean {
  return text.length <= 128 && /^[A-Za-z0-9][A-Za-z0-9._@+~-]*$/.test(text);
}
