import { describe, expect, it } from "vitest";
import english from "../../../locales/en/security.json";
import { message } from "../../../messages.ts";
import { generatedId, isSameName, wrongDetails } from "./details.ts";

describe("a generated ID", () => {
  it("has 26 letters and digits, and differs each time", () => {
    const ids = Array.from({ length: 50 }, () => generatedId());
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{26}$/);
    expect(new Set(ids).size).toBe(50);
  });

  it("rejects bytes that would favor some characters", () => {
    let calls = 0;
    const id = generatedId((bytes) => {
      calls += 1;
      bytes.fill(calls === 1 ? 248 : 247); // 248 is 4 × 62: from here on, the alphabet would start a fifth time.
    });
    expect([calls, id]).toEqual([2, "9".repeat(26)]);
  });
});

describe("an invalid ID", () => {
  it.each([
    ["a", undefined],
    ["Az09-._", undefined],
    ["x".repeat(33), undefined],
    ["x".repeat(34), message("tokenSigningKeys.idLong")],
    ["", message("tokenSigningKeys.idRequired")],
    ["a b", message("tokenSigningKeys.idCharacters")],
    ["ä", message("tokenSigningKeys.idCharacters")],
    ["a/b", message("tokenSigningKeys.idCharacters")],
    ["a\n", message("tokenSigningKeys.idCharacters")],
    ["..", message("tokenSigningKeys.idDots")],
  ])("%j", (id, problem) => expect(wrongDetails({ id, name: "x", description: "" }).id).toEqual(problem));

  it("is reported with the text of the specification", () => {
    expect(english["tokenSigningKeys.idCharacters"]).toBe(
      "The ID can only contain alphanumeric characters, dash, dot and underscore.",
    );
    expect(english["tokenSigningKeys.idTaken"]).toBe("ID is already in-use.");
    expect(english["tokenSigningKeys.nameTaken"]).toBe("name is already in-use.");
    expect(english["tokenSigningKeys.staticOff"]).toBe(
      "Token Signing Keys requires OAuth and OpenID Connect static keys to be enabled.",
    );
  });
});

it("a name must not be blank", () => {
  expect(wrongDetails({ id: "a", name: " \t ", description: "" }).name).toEqual(
    message("tokenSigningKeys.nameRequired"),
  );
  expect(wrongDetails({ id: "a", name: " x ", description: "" })).toEqual({});
});

it.each([
  ["Lübeck", " LÜBECK ", true],
  ["Lu\u0308beck", "lübeck", true],
  ["Lübeck", "Lubeck", false],
])("%j and %j: %s", (one, other, same) => expect(isSameName(one, other)).toBe(same));
