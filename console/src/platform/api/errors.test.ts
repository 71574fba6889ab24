import { describe, expect, it } from "vitest";
import { toApiError } from "./errors.ts";

function answer(status: number, headers: Record<string, string> = {}) {
  return new Response(null, { status, headers, statusText: "Odd" });
}

describe("an error answer", () => {
  it("keeps the server's message with the request ID", () => {
    const validationErrors = [{ errorId: "invalid_value", message: "Bad.", fieldPath: "a[1]" }];
    const error = toApiError(answer(422, { "X-Request-Id": "r1" }), {
      resultId: "validation_error",
      message: "M",
      validationErrors,
    });
    expect(error).toMatchObject({
      status: 422,
      resultId: "validation_error",
      message: "M",
      requestId: "r1",
      validationErrors,
    });
  });

  it.each([["<html>"], [undefined], [null], [[1]], [{ message: 7, validationErrors: "x" }]])(
    "accepts an unknown body: %j",
    (body) =>
      expect(toApiError(answer(502), body)).toMatchObject({ status: 502, message: "Odd", validationErrors: [] }),
  );

  it("drops findings without a message", () => {
    expect(toApiError(answer(422), { validationErrors: [{}, null, { errorId: "x" }] }).validationErrors).toEqual([]);
  });

  it("reads the conflict of a 409 only", () => {
    const body = { resultId: "conflict", message: "M", current: { a: 1 }, revision: 9 };
    expect(toApiError(answer(409), body).conflict).toEqual({ current: { a: 1 }, revision: 9 });
    expect(toApiError(answer(422), body).conflict).toBeUndefined();
    expect(toApiError(answer(409), { ...body, revision: "9" }).conflict).toBeUndefined();
  });

  it.each([
    ["30", 30],
    ["0", 0],
    ["Wed, 21 Oct 2026 07:28:00 GMT", undefined],
    ["-1", undefined],
  ])("reads Retry-After %s", (header, seconds) =>
    expect(toApiError(answer(429, { "Retry-After": header }), {}).retryAfter).toBe(seconds),
  );
});
