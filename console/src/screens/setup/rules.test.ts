import { describe, expect, it } from "vitest";
import { credentialOf } from "../../test/wizard/fakeServer.ts";
import { isBaseUrl, isUsername, organizationOf, paragraphsOf } from "./rules.ts";

describe("base URL", () => {
  it.each([
    "https://sso.example.com:9031",
    "http://localhost",
    "https://192.0.2.10:9031",
    "https://[2001:db8::10]:9031",
    "HTTPS://sso.example.com/sso",
    "https://bücher.example",
  ])("takes %s", (text) => expect(isBaseUrl(text)).toBe(true));

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
    "https://user@sso.example.com",
    "https://user:secret@sso.example.com",
    "https://sso.example.com?a=b",
    "https://sso.example.com/?",
    "https://sso.example.com#top",
    "https://[2001:db8::10:9031",
    `https://sso.example.com/${"a".repeat(2048)}`,
  ])("refuses %s", (text) => expect(isBaseUrl(text)).toBe(false));
});

describe("username", () => {
  it.each(["Administrator", "a", "a.b_c@d+e~f-g", "7"])("takes %s", (text) => expect(isUsername(text)).toBe(true));
  it.each(["", ".a", "a:b", "a b", "ä", "a".repeat(129)])("refuses %s", (text) => expect(isUsername(text)).toBe(false));
});

describe("organisation of a credential", () => {
  it.each(["Example Organization", "Käse & Söhne 株式会社 🧀", "?>~~ÿÿ"])("reads %s", (name) =>
    expect(organizationOf(credentialOf(name))).toBe(name),
  );

  it("ignores the white space that pasting leaves", () => {
    expect(organizationOf(`\n ${credentialOf("Example")} \n`)).toBe("Example");
  });

  it.each([
    ["nothing", ""],
    ["a single part", "abc"],
    ["an empty second part", "e30..sig"],
    ["what is not base64url", "e30.a+b/.sig"],
    ["what is not JSON", `e30.${btoa("nonsense")}.sig`],
    ["a number", `e30.${btoa("7")}.sig`],
    ["null", `e30.${btoa("null")}.sig`],
    ["bytes that are not UTF-8", `e30.${btoa('{"organizationName":"\xff"}').replaceAll("=", "")}.sig`],
    ["no such claim", "e30.e30.sig"],
    ["a claim that is no text", `e30.${btoa('{"organizationName":7}').replaceAll("=", "")}.sig`],
    ["a blank name", credentialOf("  ")],
  ])("is undefined for %s", (_, credential) => expect(organizationOf(credential)).toBeUndefined());
});

it("joins broken lines into paragraphs and keeps lists", () => {
  expect(paragraphsOf("TITLE\r\n\r\nFirst line\ngoes on.\n\nKept:\n - one\n   thing;\n - two.\n\n\n")).toEqual([
    "TITLE",
    "First line goes on.",
    "Kept:\n - one thing;\n - two.",
  ]);
});
