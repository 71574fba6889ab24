import { describe, expect, it } from "vitest";
import { generatedId, isSameName, wrongDetails } from "./details.ts";
import { tokenSigningKeysText as text } from "./text.ts";

describe("a generated ID", () => {
  it("has 26 letters and digits, another time others", () => {
    const ids = Array.from({ length: 50 }, () => generatedId());
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{26}$/);
    expect(new Set(ids).size).toBe(50);
  });

  it("takes no byte that would make some characters likelier", () => {
    let calls = 0;
    const id = generatedId((bytes) => {
      calls += 1;
      bytes.fill(calls === 1 ? 248 : 247); // 248 is 4 × 62: from there on the alphabet would begin a fifth time.
    });
    expect([calls, id]).toEqual([2, "9".repeat(26)]);
  });
});

describe("what is wrong with an ID", () => {
  it.each([
    ["a", undefined],
    ["Az09-._", undefined],
    ["x".repeat(33), undefined],
    ["x".repeat(34), text.idLong],
    ["", text.idRequired],
    ["a b", text.idCharacters],
    ["ä", text.idCharacters],
    ["a/b", text.idCharacters],
    ["a\n", text.idCharacters],
    ["..", text.idDots],
  ])("%j", (id, message) => expect(wrongDetails({ id, name: "x", description: "" }).id).toBe(message));

  it("is told in the words of the specification", () => {
    expect(text.idCharacters.defaultMessage).toBe(
      "The ID can only contain alphanumeric characters, dash, dot and underscore.",
    );
    expect(text.idTaken.defaultMessage).toBe("ID is already in-use.");
    expect(text.nameTaken.defaultMessage).toBe("name is already in-use.");
    expect(text.staticOff.defaultMessage).toBe(
      "Token Signing Keys requires OAuth and OpenID Connect static keys to be enabled.",
    );
  });
});

it("asks for a name that is more than blanks", () => {
  expect(wrongDetails({ id: "a", name: " \t ", description: "" }).name).toBe(text.nameRequired);
  expect(wrongDetails({ id: "a", name: " x ", description: "" })).toEqual({});
});

it.each([
  ["Lübeck", " LÜBECK ", true],
  ["Lu\u0308beck", "lübeck", true],
  ["Lübeck", "Lubeck", false],
])("%j and %j: %s", (one, other, same) => expect(isSameName(one, other)).toBe(same));
