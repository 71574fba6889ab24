/** What the screen shows of a key pair. No React here. */
import type { KeyPair } from "./api.ts";

const DAY_MS = 86_400_000;
/** From here on an end is near enough to be told. */
const SOON_DAYS = 30;

export type Status = KeyPair["status"] | "EXPIRING";

/** A certificate's place in its life; one that ends soon and is not renewed by the server itself is a case of its own. */
export function statusOf({ status, expires, rotationSettings }: KeyPair, now: number): Status {
  const endsSoon = status === "VALID" && !rotationSettings && daysUntil(expires, now) <= SOON_DAYS;
  return endsSoon ? "EXPIRING" : status;
}

/** Whole days from now to a moment; negative when that is past. */
export function daysUntil(moment: string, now: number): number {
  return Math.trunc((Date.parse(moment) - now) / DAY_MS);
}

/** The attributes of a distinguished name as text (RFC 4514, section 2): "CN=x,O=y" is `[["CN", "x"], ["O", "y"]]`. */
export function attributesOf(distinguishedName: string): [type: string, value: string][] {
  return (distinguishedName.match(/(?:\\.|[^\\,+])+/gs) ?? []).map((attribute) => {
    const [, type = "", value = ""] = /^\s*([^=]*)=?(.*)$/s.exec(attribute) ?? [];
    return [type, unescaped(value)];
  });
}

/** What a certificate is called among people: its common name, or the whole name when it has none. */
export function nameOf({ subjectDN }: Pick<KeyPair, "subjectDN">): string {
  return attributesOf(subjectDN).find(([type]) => type === "CN")?.[1] || subjectDN;
}

/** The rest of the name, for the line below: "Example Ltd, Berlin, DE". */
export function belongsTo({ subjectDN }: Pick<KeyPair, "subjectDN">): string {
  return attributesOf(subjectDN)
    .filter(([type]) => type !== "CN")
    .map(([, value]) => value)
    .join(", ");
}

export function isSelfSigned({ subjectDN, issuerDN }: Pick<KeyPair, "subjectDN" | "issuerDN">): boolean {
  return subjectDN === issuerDN;
}

/** "RSA 2048" or "EC P-256": elliptic curves are known by their names (FIPS 186-5). */
export function algorithmOf({ keyAlgorithm, keySize }: Pick<KeyPair, "keyAlgorithm" | "keySize">): string {
  return keyAlgorithm === "EC" ? `EC P-${keySize}` : `${keyAlgorithm} ${keySize}`;
}

/** Hexadecimal digits in pairs, as other tools print them: "3A:7F:00". */
export function inPairs(digits: string): string {
  const even = digits.length % 2 ? `0${digits}` : digits;
  return even.match(/../g)?.join(":") ?? digits;
}

/** RFC 4514, section 2.4: a backslash stands before a special character, or before two digits that name a byte. */
function unescaped(value: string): string {
  return value.replaceAll(/((?:\\[0-9A-Fa-f]{2})+)|\\(.)/gs, (_, bytes: string | undefined, character: string) =>
    bytes
      ? new TextDecoder().decode(Uint8Array.from(bytes.slice(1).split("\\"), (byte) => Number.parseInt(byte, 16)))
      : character,
  );
}
