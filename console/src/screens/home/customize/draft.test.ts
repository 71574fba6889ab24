import { describe, expect, it } from "vitest";
import { add, clearRecent, type Draft, move, remove, restore, SLOTS } from "./draft.ts";

const pages = (count: number) => Array.from({ length: count }, (_, index) => `page${index}`);
const draft = (...items: string[]): Draft => ({ items, recent: pages(8) });

describe("a choice of shortcuts", () => {
  it("adds a page at the end or at a position, once", () => {
    expect(add(draft("a", "b"), "c").items).toEqual(["a", "b", "c"]);
    expect(add(draft("a", "b"), "c", 1).items).toEqual(["a", "c", "b"]);
    expect(add(draft("a", "b"), "a").items).toEqual(["a", "b"]);
  });

  it("has 11 slots", () => {
    expect(SLOTS).toBe(11);
    expect(add(draft(...pages(10)), "x").items).toHaveLength(11);
    expect(add(draft(...pages(11)), "x").items).toEqual(pages(11));
  });

  it.each([
    ["b", 0, ["b", "a", "c"]],
    ["a", 2, ["b", "c", "a"]],
    ["a", 1, ["b", "a", "c"]],
    ["a", -1, ["a", "b", "c"]],
    ["c", 9, ["a", "b", "c"]],
    ["x", 0, ["a", "b", "c"]],
  ])("moves %s to place %i", (id, place, items) => {
    expect(move(draft("a", "b", "c"), id, place).items).toEqual(items);
  });

  it("removes pages from shortcuts and recently used ones separately", () => {
    expect(remove(draft("a", "b"), "a")).toEqual({ items: ["b"], recent: pages(8) });
    expect(clearRecent(draft("a"))).toEqual({ items: ["a"], recent: [] });
  });

  it("restores the default and keeps at most 5 recently used pages", () => {
    expect(restore(draft("a"), ["x", "y"])).toEqual({ items: ["x", "y"], recent: pages(5) });
    expect(restore({ items: [], recent: ["a"] }, ["x"]).recent).toEqual(["a"]);
  });
});
