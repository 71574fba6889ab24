import { describe, expect, it } from "vitest";
import { ApiError } from "../../../../api/errors.ts";
import type { KeySet } from "../api.ts";
import { findingsOf, isChanged, missingIn, newDraft, toDraft, toKeySet } from "./draft.ts";

const stored: KeySet = {
  id: "luebeck",
  name: "Lübeck",
  issuers: [{ id: "a" }, { id: "b" }],
  signingKeys: { rsaActiveCertRef: { id: "rsa-1" }, rsaActiveKeyId: "2026", rsaPublishX5cParameter: false },
};

describe("a draft", () => {
  it("sends what was stored when nothing was changed", () => {
    expect(toKeySet(toDraft(stored))).toEqual({
      ...stored,
      signingKeys: { rsaActiveCertRef: { id: "rsa-1" }, rsaActiveKeyId: "2026" },
    });
  });

  it("knows what is a change", () => {
    const base = toDraft(stored);
    expect(isChanged({ ...base, issuers: ["b", "a"] }, base)).toBe(false);
    expect(isChanged({ ...base, issuers: ["a"] }, base)).toBe(true);
    expect(isChanged({ ...base, details: { ...base.details, description: "x" } }, base)).toBe(true);
    expect(isChanged({ ...base, keys: { ...base.keys, p256ActiveKeyId: "" } }, base)).toBe(false);
  });

  it("says what saving needs", () => {
    const base = toDraft(stored);
    expect(missingIn(newDraft(base.details))).toBe("needsBoth");
    expect(missingIn({ ...base, issuers: [] })).toBe("needsIssuer");
    expect(missingIn({ ...base, keys: { p256ActiveCertRef: { id: "x" } } })).toBe("needsRsa");
    expect(missingIn(base)).toBeUndefined();
  });
});

it("brings the server's findings to their places, and loses none", () => {
  const found = (fieldPath: string | null, message: string) => ({ errorId: "x", fieldPath, message });
  const error = new ApiError({
    status: 422,
    resultId: "validation_error",
    message: "x",
    validationErrors: [
      found("name", "name is already in-use."),
      found("issuers[1]", "Used."),
      found("issuers", "Too many."),
      found("signingKeys.p256ActiveCertRef", "Unfit."),
      found("signingKeys.rsaAlgorithmActiveKeyIds[0].keyId", "Twice."),
      found("signingKeys", "All of it."),
      found(null, "In general."),
    ],
  });
  const sent = { ...stored, signingKeys: { rsaAlgorithmActiveKeyIds: [{ rsaAlgType: "PS256" as const, keyId: "a" }] } };
  const { details, issuers, keys, rest } = findingsOf(error, sent);
  expect([...details]).toEqual([["name", "name is already in-use."]]);
  expect([...issuers]).toEqual([
    ["b", "Used."],
    ["", "Too many."],
  ]);
  expect([...keys]).toEqual([
    ["p256ActiveCertRef", "Unfit."],
    ["rsaAlgorithmActiveKeyIds.PS256", "Twice."],
  ]);
  expect(rest).toEqual(["All of it.", "In general."]);
});
