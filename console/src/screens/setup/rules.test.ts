import { describe, expect, it } from "vitest";
import { baseUrlProblem, isUsername, paragraphsOf } from "./rules.ts";

describe("base URL", () => {
  it.each([
    "https://sso.example.com:9031",
    "http://localhost",
    "https://192.0.2.10:9031",
    "https://[2001:db8::10]:9031",
    "HTTPS://sso.example.com/sso",
    "https://bücher.example",
  ])("accepts %s", (text) => expect(baseUrlProblem(text)).toBeUndefined());

  it.each([
    "",
    "sso.example.com",
    "sso",
    "ftp://sso.example.com",
    "javascript:alert(1)",
    "https:sso.example.com",
    "https:///sso.example.com",
    "https:\\\\sso.example.com",
    "https://",
    "https://sso.example.com:99999",
    "https://sso.example.com:0",
    "https://sso example.com",
    "https://[2001:db8::10:9031",
    `https://sso.example.com/${"a".repeat(2048)}`,
  ])("reports that %s is malformed", (text) => expect(baseUrlProblem(text)).toBe("baseUrlMalformed"));

  it.each([
    ["https://user@sso.example.com", "baseUrlWithUser"],
    ["https://user:secret@sso.example.com", "baseUrlWithUser"],
    ["https://sso.example.com?a=b", "baseUrlWithQuery"],
    ["https://sso.example.com/?", "baseUrlWithQuery"],
    ["https://sso.example.com/?a=b#top", "baseUrlWithQuery"],
    ["https://sso.example.com#top", "baseUrlWithFragment"],
    ["https://sso.example.com/#", "baseUrlWithFragment"],
    ["https://sso.example.com/#a?b", "baseUrlWithFragment"],
  ])("explains what is wrong with %s", (text, problem) => expect(baseUrlProblem(text)).toBe(problem));
});

describe("username", () => {
  it.each(["Administrator", "a", "a.b_c@d+e~f-g", "7"])("accepts %s", (text) => expect(isUsername(text)).toBe(true));
  it.each(["", ".a", "a:b", "a b", "ä", "a".repeat(129)])("refuses %s", (text) => expect(isUsername(text)).toBe(false));
});

it("joins broken lines into paragraphs and keeps lists", () => {
  expect(paragraphsOf("TITLE\r\n\r\nFirst line\ngoes on.\n\nKept:\n - one\n   thing;\n - two.\n\n\n")).toEqual([
    "TITLE",
    "First line goes on.",
    "Kept:\n - one thing;\n - two.",
  ]);
});
