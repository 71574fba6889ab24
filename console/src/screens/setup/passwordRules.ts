/** The live list of what a password still needs (specification 3, section 5.2). */

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
 * What the server demands, in the order of the specification, each with whether `password` meets it. Counted as the
 * server counts: characters are code points after NFKC, letters and digits those of Unicode.
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

/** The specification's text for mixed case names the uppercase letter. The server demands a lowercase one as well. */
function mixedCase(rules: PasswordRules, characters: string[]): Requirement[] {
  if (!rules.requireMixedCase) return [];
  return [
    { message: message("setup.uppercase"), met: characters.some((c) => /\p{Uppercase}/u.test(c)) },
    { message: message("setup.lowercase"), met: characters.some((c) => /\p{Lowercase}/u.test(c)) },
  ];
}
