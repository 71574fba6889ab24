import { describe, expect, it } from "vitest";
import { algorithmOf, attributesOf, belongsTo, nameOf } from "../../../features/keys/certificate.ts";
import { inDays, keyPair } from "../../../test/keys/fakeServer.ts";
import { daysUntil, inPairs, isSelfSigned, statusOf } from "./view.ts";

const NOW = Date.now();
const rotationSettings = { creationBufferDays: 20, activationBufferDays: 10 };

describe("a distinguished name", () => {
  it.each<[string, [string, string][]]>([
    [
      "CN=a,O=b",
      [
        ["CN", "a"],
        ["O", "b"],
      ],
    ],
    [
      "CN=a\\, b,O=c\\+d",
      [
        ["CN", "a, b"],
        ["O", "c+d"],
      ],
    ],
    [
      "CN=a+SERIALNUMBER=1,C=DE",
      [
        ["CN", "a"],
        ["SERIALNUMBER", "1"],
        ["C", "DE"],
      ],
    ],
    ["CN=L\\C3\\BCbeck\\2C Trave", [["CN", "Lübeck, Trave"]]],
    ["CN=a=b", [["CN", "a=b"]]],
    ["CN=back\\\\slash", [["CN", "back\\slash"]]],
    ["", []],
  ])("%s", (name, attributes) => expect(attributesOf(name)).toEqual(attributes));

  it("is told by its common name, and where it belongs", () => {
    expect(nameOf({ subjectDN: "O=Example\\, Ltd,CN=x" })).toBe("x");
    expect(belongsTo({ subjectDN: "O=Example\\, Ltd,CN=x,C=DE" })).toBe("Example, Ltd, DE");
    expect(nameOf({ subjectDN: "O=y" })).toBe("O=y");
    expect(nameOf({ subjectDN: "CN=" })).toBe("CN=");
  });
});

describe("a certificate's status", () => {
  it.each<[string, Parameters<typeof keyPair>[0], string]>([
    ["valid for long", { expires: inDays(31) }, "VALID"],
    ["valid for 30 days", { expires: inDays(30) }, "EXPIRING"],
    ["about to be renewed", { expires: inDays(5), rotationSettings }, "VALID"],
    ["at its end", { status: "EXPIRED", expires: inDays(-5) }, "EXPIRED"],
    ["not begun", { status: "NOT_YET_VALID", expires: inDays(5) }, "NOT_YET_VALID"],
    ["revoked", { status: "REVOKED", expires: inDays(5) }, "REVOKED"],
  ])("%s", (_, changes, status) => expect(statusOf(keyPair(changes), NOW)).toBe(status));

  it("counts whole days", () => {
    expect([daysUntil(inDays(3), NOW), daysUntil(inDays(-3), NOW)]).toEqual([3, -2]);
  });
});

it("names keys as people do", () => {
  expect(algorithmOf({ keyAlgorithm: "EC", keySize: 521 })).toBe("EC P-521");
  expect(algorithmOf({ keyAlgorithm: "RSA", keySize: 3072 })).toBe("RSA 3072");
  expect([inPairs("ABCD"), inPairs("ABC"), inPairs("")]).toEqual(["AB:CD", "0A:BC", ""]);
  expect(isSelfSigned(keyPair())).toBe(true);
  expect(isSelfSigned(keyPair({ issuerDN: "CN=CA" }))).toBe(false);
});
