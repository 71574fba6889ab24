import { describe, expect, it } from "vitest";
import { localeOf } from "./locale.ts";

describe("the language", () => {
  it.each([
    ["", ["en-GB", "en"], "en"],
    ["", ["fr", "en-US"], "en"],
    ["", ["fr"], "en"],
    ["", [], "en"],
    ["", ["de-AT", "en"], "de"],
    ["", ["fr", "de"], "de"],
    ["theme=dark; hanse_locale=de", ["en-US"], "de"],
    ["hanse_locale=en", ["de"], "en"],
    ["", ["es-MX", "es", "en"], "es"],
    ["hanse_locale=es; theme=dark", ["de"], "es"],
    ["theme=dark; hanse_locale=pseudo", ["en"], "pseudo"],
    ["not_hanse_locale=pseudo", ["en"], "en"],
    ["hanse_locale=toString", ["fr"], "en"],
  ])("of %j and %j is %s", (cookies, preferred, locale) => expect(localeOf(cookies, preferred)).toBe(locale));
});
