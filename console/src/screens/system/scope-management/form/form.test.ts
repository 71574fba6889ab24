import { describe, expect, it } from "vitest";
import { withoutScope, withScope } from "../../../../features/scopes/selection.ts";
import { fieldOf, isChanged, missing, toEntry, toValues } from "./form.ts";

const blank = toValues(undefined);

describe("the fields of a scope or group", () => {
  it("are name, description and type-specific ones", () => {
    const values = { name: " pay:* ", description: " Pays ", dynamic: true, scopes: ["a"] };
    expect(toEntry(values, "commonScopes")).toEqual({ name: "pay:*", description: "Pays", dynamic: true });
    expect(toEntry(values, "commonScopeGroups")).toEqual({ name: "pay:*", description: "Pays", scopes: ["a"] });
  });

  it("are required, and a group has at least one scope", () => {
    expect(missing(blank, "exclusiveScopes")).toEqual(["name", "description"]);
    expect(missing(blank, "exclusiveScopeGroups")).toEqual(["name", "description", "scopes"]);
    expect(missing({ ...blank, name: "a", description: " " }, "commonScopes")).toEqual(["description"]);
  });

  it("are unchanged when a scope was added and removed again", () => {
    const base = toValues({ name: "g", description: "G", scopes: ["b", "A", "c"] });
    expect(base.scopes).toEqual(["A", "b", "c"]);
    const more = withScope(base.scopes, "Bb");
    expect(more).toEqual(["A", "b", "Bb", "c"]);
    expect(withScope(more, "Bb")).toBe(more);
    expect(isChanged({ ...base, scopes: more }, base, "commonScopeGroups")).toBe(true);
    expect(isChanged({ ...base, scopes: withoutScope(more, "Bb") }, base, "commonScopeGroups")).toBe(false);
  });

  it.each([
    ["name", "commonScopes", "name"],
    ["scopes.3", "commonScopeGroups", "scopes"],
    ["scopes", "commonScopes", undefined],
    ["dynamic", "commonScopeGroups", undefined],
    ["name.first", "commonScopes", undefined],
    ["color", "commonScopes", undefined],
  ] as const)("show an error at %s of %s", (path, collection, field) => {
    expect(fieldOf(path, collection)).toBe(field);
  });
});
