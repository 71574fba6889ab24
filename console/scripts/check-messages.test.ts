import { expect, it } from "vitest";
import { duplicates } from "./check-messages.ts";

const save = { id: "forms.save", defaultMessage: "Save" };

it("finds one text under two ids, and one id in two files", () => {
  const files = new Map([
    ["a/text.ts", [save, { id: "a.name", defaultMessage: "Name" }]],
    ["b/text.ts", [{ id: "b.store", defaultMessage: "Save" }]],
    ["c/text.ts", [{ id: "a.name", defaultMessage: "Title" }]],
  ]);
  expect(duplicates(files)).toEqual([
    "The id a.name is used in a/text.ts and c/text.ts.",
    'The text "Save" has the ids forms.save and b.store.',
  ]);
});

it("finds nothing where there is nothing", () => {
  expect(duplicates(new Map([["a/text.ts", [save]]]))).toEqual([]);
});
