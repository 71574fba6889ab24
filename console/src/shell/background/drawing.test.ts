import { describe, expect, it } from "vitest";
import { drawing } from "../Shell.tsx";

describe("the background drawing", () => {
  it.each([
    [0, "1"],
    [0.17, "2"],
    [0.49, "3"],
    [0.5, "4"],
    [0.83, "5"],
    [0.999, "6"],
  ])("is one of six at random: %d", (chance, expected) => {
    expect(drawing(true, chance)).toBe(expected);
  });

  it("is the static one by default", () => {
    expect(new Set([0, 0.5, 0.999].map((chance) => drawing(false, chance)))).toEqual(new Set(["static"]));
  });
});
