/** Readable names of certificates. */
import type { components } from "../../platform/api/generated/admin.ts";

type KeyPair = components["schemas"]["KeyPairView"];

/** The attributes of a distinguished name as text (RFC 4514, section 2): "CN=x,O=y" is `[["CN", "x"], ["O", "y"]]`. */
export function attributesOf(distinguishedName: string): [type: string, value: string][] {
  return (distinguishedName.match(/(?:\\.|[^\\,+])+/gs) ?? []).map((attribute) => {
    const [, type = "", value = ""] = /^\s*([^=]*)=?(.*)$/s.exec(attribute) ?? [];
    return [type, unescaped(value)];
  });
}

/** The readable name of a certificate: its common name, or its whole subject DN if it has none. */
export function nameOf({ subjectDN }: Pick<KeyPair, "subjectDN">): string {
  return attributesOf(subjectDN).find(([type]) => type === "CN")?.[1] || subjectDN;
}

/** "RSA 2048" or "EC P-256": elliptic curves are known by their names (FIPS 186-5). */
export function algorithmOf({ keyAlgorithm, keySize }: Pick<KeyPair, "keyAlgorithm" | "keySize">): string {
  return keyAlgorithm === "EC" ? `EC P-${keySize}` : `${keyAlgorithm} ${keySize}`;
}

/** RFC 4514, section 2.4: a backslash precedes a special character, or two digits that encode a byte. */
function unescaped(value: string): string {
  return value.replaceAll(/((?:\\[0-9A-Fa-f]{2})+)|\\(.)/gs, (_, bytes: string | undefined, character: string) =>
    bytes
      ? new TextDecoder().decode(Uint8Array.from(bytes.slice(1).split("\\"), (byte) => Number.parseInt(byte, 16)))
      : character,
  );
}
