import { describe, expect, it } from "vitest";
import { credentialOf } from "../test/wizard/fakeServer.ts";
import { organizationOf } from "./pingOneCredential.ts";

describe("organization of a credential", () => {
  it.each(["Example Organization", "Käse & Söhne 株式会社 🧀", "?>~~ÿÿ"])("reads %s", (name) =>
    expect(organizationOf(credentialOf(name))).toBe(name),
  );

  it("ignores white space from pasting", () => {
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
