import { describe, expect, it } from "vitest";
import { compare, notLoaded, usedBy } from "./check-locales.ts";

describe("a translation", () => {
  const english = { "a.one": "{n, plural, one {<b>#</b> key} other {# keys}} of {name}" };

  it("has the ids, the arguments and the tags of English", () => {
    const german = { "a.one": "{name}: {n, plural, one {<b>#</b> Schlüssel} other {# Schlüssel}}" };
    expect(compare("de", english, german)).toEqual([]);
  });

  it("is refused where something is missing, too many or different", () => {
    expect(compare("de", english, {})).toEqual(["de lacks a.one."]);
    expect(compare("de", {}, english)).toEqual(["de has a.one, which English does not have."]);
    expect(compare("de", english, { "a.one": "{n}" })).toEqual(["de, a.one: the arguments are n, not <b>, n, name."]);
  });

  it("is refused if it is not a valid message, with its ID", () => {
    expect(() => compare("de", english, { "a.one": "{" })).toThrow("a.one");
  });
});

it.each([
  ["a.one", true],
  ["a.two", false],
  ["keys.ActiveKeyId", true],
  ["keys.ActiveKey", false],
  ["list.title", true],
])("reports whether code uses %s: %s", (id, expected) => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is code that has templates.
  const code = ['formatMessage({ id: "a.one" })', "message(`keys.${state}KeyId`)", "id={`${area}.title`}"];
  expect(usedBy(code.join("\n"))(id)).toBe(expected);
});

it("finds texts that are not loaded where they are used", () => {
  const english = new Map([
    ["console", { "ui.close": "Close" }],
    ["system", { "license.title": "License" }],
  ]);
  const code = 'message("ui.close"); message("license.title");';
  expect(notLoaded("screens/system/license/index.tsx", code, english)).toEqual([]);
  expect(notLoaded("screens/setup/index.tsx", code, english)).toEqual([]);
  expect(notLoaded("screens/home/index.tsx", code, english)).toEqual(["license.title"]);
  expect(notLoaded("ui/Copyable.tsx", code, english)).toEqual(["license.title"]);
});
