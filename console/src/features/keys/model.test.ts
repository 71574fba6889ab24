import { describe, expect, it } from "vitest";
import { keyPair } from "../../test/keys/fakeServer.ts";
import {
  certificatesOf,
  demandOf,
  fits,
  type Keys,
  normal,
  rsaKeyIdOf,
  suggestedKeyId,
  tableField,
  unnamedKeys,
  withCertificate,
  withKeyId,
  withPublished,
  withRsaKeyId,
} from "./model.ts";

const RSA = { family: "rsa", use: "" } as const;
const P256 = { family: "p256", use: "" } as const;
const rsa = keyPair({ id: "rsa-1", sha256Fingerprint: "FBEFBE00112233445566778899AABBCCDDEEFF" });
const rotation = { creationBufferDays: 20, activationBufferDays: 10 };

describe("choosing a certificate", () => {
  it("suggests the same key ID wherever the certificate is chosen", () => {
    const keys = withCertificate({}, RSA, "Active", rsa);
    expect(keys).toMatchObject({ rsaActiveCertRef: { id: "rsa-1" }, rsaActiveKeyId: suggestedKeyId(rsa) });
    expect(withCertificate({}, RSA, "Previous", rsa).rsaPreviousKeyId).toBe(suggestedKeyId(rsa));
    // base64url of 16 bytes, with the characters that plain base64 does not have.
    expect(suggestedKeyId(rsa)).toBe("----ABEiM0RVZneImaq7zA");
    expect(suggestedKeyId(rsa)).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });

  it("does not keep the ID of the previous key", () => {
    let keys = withKeyId(withCertificate({}, RSA, "Active", rsa), RSA, "Active", "2026");
    keys = withRsaKeyId(keys, "Active", "PS256", "2026-ps");
    expect(withCertificate(keys, RSA, "Active", rsa)).toBe(keys);
    const other = withCertificate(keys, RSA, "Active", keyPair({ id: "rsa-2", sha256Fingerprint: "00" }));
    expect([other.rsaActiveKeyId, other.rsaAlgorithmActiveKeyIds]).toEqual(["AA", []]);
  });

  it("removes all values of the previous certificate", () => {
    const keys = withPublished(withCertificate({}, P256, "Active", rsa), P256, true);
    expect(normal(keys)).toMatchObject({ p256PublishX5cParameter: true });
    expect(normal(withCertificate(keys, P256, "Active", undefined))).toEqual({});
    // The publishing option of the previous certificate stays that of the active one.
    const both = withCertificate(keys, P256, "Previous", keyPair({ id: "other" }));
    expect(normal(withCertificate(both, P256, "Previous", undefined))).toEqual(normal(keys));
  });

  it("counts each certificate once", () => {
    const keys: Keys = {
      rsaActiveCertRef: { id: "a" },
      rsaDecryptionActiveCertRef: { id: "a" },
      p521PreviousCertRef: { id: "b" },
    };
    expect(certificatesOf(keys).sort()).toEqual(["a", "b"]);
  });
});

describe("matching certificates", () => {
  it.each([
    ["an RSA key of 2048 bits", RSA, {}, true],
    ["a shorter one", RSA, { keySize: 1024 }, false],
    ["one that is renewed as RSA", RSA, { rotationSettings: { ...rotation, keySize: 3072 } }, true],
    ["one that becomes an EC key", RSA, { rotationSettings: { ...rotation, keyAlgorithm: "EC", keySize: 256 } }, false],
    ["one that becomes too short", RSA, { rotationSettings: { ...rotation, keySize: 1024 } }, false],
    ["an EC key among RSA", RSA, { keyAlgorithm: "EC", keySize: 256 }, false],
    ["an EC key on the curve", P256, { keyAlgorithm: "EC", keySize: 256 }, true],
    ["an EC key on another curve", P256, { keyAlgorithm: "EC", keySize: 384 }, false],
    ["an EC key with rotation settings", P256, { keyAlgorithm: "EC", keySize: 256, rotationSettings: rotation }, false],
    ["an RSA key among EC", P256, { keySize: 256 }, false],
  ] as const)("%s", (_, slot, changes, expected) => expect(fits(slot, keyPair(changes))).toBe(expected));

  it("are requested from the server", () => {
    expect(demandOf(RSA)).toEqual({ keyAlgorithm: "RSA" });
    expect(demandOf({ family: "p521", use: "" })).toEqual({
      keyAlgorithm: "EC",
      keySize: 521,
      rotationSettings: false,
    });
  });
});

describe("key IDs", () => {
  it("of algorithms are entries, and empty ones are omitted", () => {
    let keys = withRsaKeyId({}, "Active", "PS512", " b ");
    keys = withRsaKeyId(keys, "Active", "RS256", "a");
    expect(rsaKeyIdOf(keys, "Active", "RS256")).toBe("a");
    expect(normal(keys)).toEqual({
      rsaAlgorithmActiveKeyIds: [
        { rsaAlgType: "RS256", keyId: "a" },
        { rsaAlgType: "PS512", keyId: "b" },
      ],
    });
    expect(normal(withRsaKeyId(withRsaKeyId(keys, "Active", "PS512", ""), "Active", "RS256", "  "))).toEqual({});
  });

  it("are missing if a certificate was just chosen, and not if it was stored without one", () => {
    const stored: Keys = { rsaActiveCertRef: { id: "a" } };
    expect(unnamedKeys(stored, stored)).toEqual([]);
    expect(unnamedKeys({ ...stored, rsaActiveCertRef: { id: "b" } }, stored)).toEqual(["rsaActiveKeyId"]);
    expect(unnamedKeys(stored, { ...stored, rsaActiveKeyId: "x" })).toEqual(["rsaActiveKeyId"]);
    expect(unnamedKeys({ ...stored, p256PreviousCertRef: { id: "c" }, p256PreviousKeyId: " " }, stored)).toEqual([
      "p256PreviousKeyId",
    ]);
    expect(unnamedKeys({ rsaDecryptionActiveCertRef: { id: "c" } }, {})).toEqual([]);
    expect(unnamedKeys({ rsaDecryptionActiveCertRef: { id: "c" } }, {}, "Decryption")).toEqual([
      "rsaDecryptionActiveKeyId",
    ]);
  });
});

it("are compared independently of empty values and order", () => {
  const one: Keys = {
    p256PublishX5cParameter: false,
    rsaActiveKeyId: " a ",
    rsaActiveCertRef: { id: "x", ...{ location: "y" } },
  };
  const other: Keys = {
    rsaActiveCertRef: { id: "x" },
    p384ActiveCertRef: null,
    rsaActiveKeyId: "a",
    p384ActiveKeyId: "",
  };
  expect(JSON.stringify(normal(one))).toBe(JSON.stringify(normal(other)));
});

it.each([
  ["rsaActiveCertRef", "rsaActiveCertRef"],
  ["rsaActiveCertRef.id", "rsaActiveCertRef"],
  ["rsaAlgorithmActiveKeyIds", "rsaActiveCertRef"],
  ["rsaAlgorithmPreviousKeyIds", "rsaPreviousCertRef"],
  ["rsaAlgorithmActiveKeyIds.1.keyId", "rsaAlgorithmActiveKeyIds.PS256"],
  ["rsaAlgorithmActiveKeyIds.7.keyId", undefined],
  ["", undefined],
])("shows the error at %j at %j", (path, field) => {
  const rsaAlgorithmActiveKeyIds: Keys["rsaAlgorithmActiveKeyIds"] = [
    { rsaAlgType: "RS256", keyId: "a" },
    { rsaAlgType: "PS256", keyId: "b" },
  ];
  expect(tableField(path, { rsaAlgorithmActiveKeyIds })).toBe(field);
});
