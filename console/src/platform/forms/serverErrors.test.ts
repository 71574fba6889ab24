import { describe, expect, it } from "vitest";
import { ApiError } from "../api/errors.ts";
import { formPath, sortErrors } from "./serverErrors.ts";

describe("validation errors", () => {
  it.each([
    ["items[2]", "items.2"],
    ["a.b[0].c", "a.b.0.c"],
    ["[1].x", "1.x"],
    ["plain", "plain"],
  ])("of %s are shown at %s", (path, form) => {
    expect(formPath(path)).toBe(form);
  });

  it("link to their fields; errors without a field are shown above the form", () => {
    const validationErrors = [
      { errorId: "a", message: "One.", fieldPath: "items[0]" },
      { errorId: "a", message: "Two.", fieldPath: "items[0]" },
      { errorId: "a", message: "Elsewhere.", fieldPath: "hidden" },
      { errorId: "a", message: "General.", fieldPath: null },
    ];
    const error = new ApiError({ status: 422, resultId: "validation_error", message: "M", validationErrors });
    const sorted = sortErrors(error, (path) => path.startsWith("items."));
    expect(sorted).toEqual({ fields: new Map([["items.0", "One."]]), rest: ["Two.", "Elsewhere.", "General."] });
  });

  it("show the server's message if none belongs to a field", () => {
    const error = new ApiError({ status: 500, resultId: "x", message: "Broken." });
    expect(sortErrors(error, () => true).rest).toEqual(["Broken."]);
  });
});
