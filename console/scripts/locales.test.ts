import { IntlMessageFormat } from "intl-messageformat";
import { expect, it } from "vitest";
import { compile, pseudo } from "./locales.ts";

it("marks catalog texts and leaves the arguments", () => {
  const { id } = compile({ id: "{n, plural, one {# note of {name}} other {# notes of {name}}}" });
  const shown = new IntlMessageFormat(pseudo(id ?? []), "en").format({ n: 2, name: "Ann" });
  expect(shown).toBe("[2 ñóťéš óf Ann]");
});
