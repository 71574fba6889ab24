import { describe, expect, it } from "vitest";
import english from "../../locales/en/setup.json";
import type { PasswordRules } from "./api.ts";
import { isStrong, requirements } from "./rules.ts";

const NONE: PasswordRules = {
  minLength: 0,
  requireMixedCase: false,
  minAlpha: 0,
  minNumeric: 0,
  minSpecial: 0,
  specialChars: "!#$",
};

function shown(rules: Partial<PasswordRules>, password: string): string[] {
  return requirements({ ...NONE, ...rules }, password).map(
    ({ message, n, met }) =>
      `${english[message.id as keyof typeof english].replace("{n}", String(n))}: ${met ? "met" : "unmet"}`,
  );
}

describe("requirements of a password", () => {
  it("lists the required ones in the specification's texts and order", () => {
    const all = { minLength: 8, requireMixedCase: true, minAlpha: 2, minNumeric: 3, minSpecial: 1 };
    expect(shown(all, "")).toEqual([
      "8 characters minimum: unmet",
      "1 uppercase letter: unmet",
      "1 lowercase letter: unmet",
      "2 letter(s): unmet",
      "3 number(s): unmet",
      "1 special character(s): unmet",
    ]);
    expect(shown({}, "")).toEqual([]);
  });

  it.each<[string, Partial<PasswordRules>, string, string[]]>([
    ["length, one short", { minLength: 8 }, "1234567", ["8 characters minimum: unmet"]],
    ["length", { minLength: 8 }, "12345678", ["8 characters minimum: met"]],
    ["length in code points", { minLength: 2 }, "🧀", ["2 characters minimum: unmet"]],
    ["length after NFKC", { minLength: 2 }, "u\u0308", ["2 characters minimum: unmet"]],
    ["uppercase missing", { requireMixedCase: true }, "ab1", ["1 uppercase letter: unmet", "1 lowercase letter: met"]],
    ["mixed case", { requireMixedCase: true }, "aB", ["1 uppercase letter: met", "1 lowercase letter: met"]],
    [
      "uppercase beyond ASCII",
      { requireMixedCase: true },
      "äÖ",
      ["1 uppercase letter: met", "1 lowercase letter: met"],
    ],
    [
      "capitals alone, which the server refuses",
      { requireMixedCase: true },
      "ABC",
      ["1 uppercase letter: met", "1 lowercase letter: unmet"],
    ],
    ["letters", { minAlpha: 2 }, "a1", ["2 letter(s): unmet"]],
    ["letters of any script", { minAlpha: 2 }, "株式", ["2 letter(s): met"]],
    ["numbers", { minNumeric: 2 }, "a1b2", ["2 number(s): met"]],
    ["numbers: ² is 2 after NFKC", { minNumeric: 1 }, "²", ["1 number(s): met"]],
    ["numbers: ½ is 1⁄2 after NFKC", { minNumeric: 3 }, "½", ["3 number(s): unmet"]],
    ["special characters: the listed ones only", { minSpecial: 1 }, "%", ["1 special character(s): unmet"]],
    ["special characters", { minSpecial: 2 }, "!x$", ["2 special character(s): met"]],
  ])("%s", (_, rules, password, expected) => expect(shown(rules, password)).toEqual(expected));

  it("is strong only if everything is met", () => {
    expect(isStrong({ ...NONE, minLength: 2, minNumeric: 1 }, "a1")).toBe(true);
    expect(isStrong({ ...NONE, minLength: 2, minNumeric: 1 }, "ab")).toBe(false);
    expect(isStrong(NONE, "")).toBe(false);
  });
});
