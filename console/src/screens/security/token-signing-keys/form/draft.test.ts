import { describe, expect, it } from "vitest";
import type { KeySet } from "../api.ts";
import { isChanged, missingIn, newDraft, placeOf, toDraft, toKeySet } from "./draft.ts";

const stored: KeySet = {
  id: "luebeck",
  name: "Lübeck",
  issuers: [{ id: "a" }, { id: "b" }],
  signingKeys: { rsaActiveCertRef: { id: "rsa-1" }, rsaActiveKeyId: "2026", rsaPublishX5cParameter: false },
};

describe("a draft", () => {
  it("sends the stored values when nothing was changed", () => {
    expect(toKeySet(toDraft(stored))).toEqual({
      ...stored,
      signingKeys: { rsaActiveCertRef: { id: "rsa-1" }, rsaActiveKeyId: "2026" },
    });
  });

  it("recognizes changes", () => {
    const base = toDraft(stored);
    expect(isChanged({ ...base, issuers: ["b", "a"] }, base)).toBe(false);
    expect(isChanged({ ...base, issuers: ["a"] }, base)).toBe(true);
    expect(isChanged({ ...base, details: { ...base.details, description: "x" } }, base)).toBe(true);
    expect(isChanged({ ...base, keys: { ...base.keys, p256ActiveKeyId: "" } }, base)).toBe(false);
  });

  it("reports what is required to save", () => {
    const base = toDraft(stored);
    expect(missingIn(newDraft())).toBe("needsBoth");
    expect(missingIn({ ...base, issuers: [] })).toBe("needsIssuer");
    expect(missingIn({ ...base, keys: { p256ActiveCertRef: { id: "x" } } })).toBe("needsRsa");
    expect(missingIn(base)).toBeUndefined();
  });
});

it.each([
  ["name", ["details", "name"]],
  ["issuers.1", ["issuers", "b"]],
  ["issuers", ["issuers", ""]],
  ["signingKeys.p256ActiveCertRef", ["keys", "p256ActiveCertRef"]],
  ["signingKeys.rsaAlgorithmActiveKeyIds.0.keyId", ["keys", "rsaAlgorithmActiveKeyIds.PS256"]],
  ["signingKeys", undefined],
  ["other", undefined],
])("an error about %s is shown at %j", (path, place) => {
  const sent = { ...stored, signingKeys: { rsaAlgorithmActiveKeyIds: [{ rsaAlgType: "PS256" as const, keyId: "a" }] } };
  expect(placeOf(path, sent)).toEqual(place);
});
