/**
 * The signing keys in an editor: the object as the server stores it, changed one slot at a time. A slot is a family (an
 * elliptic curve, or RSA), a use, and either the active or the previous key. No React here.
 */

import type { IntlShape } from "react-intl";
import type { components } from "../../platform/api/generated/admin.ts";

type Schemas = components["schemas"];
/** The fields of key sets, and those of the server's settings, which also have decryption keys. */
export type Keys = Omit<
  Schemas["OAuthOidcKeysSettings"],
  "staticJwksEnabled" | "publishDynamicKeyX5cs" | "dynamicKeyCertificateInformation"
>;
export type KeyPair = Schemas["KeyPairView"];
export type RsaAlgorithm = Schemas["RsaAlgKeyId"]["rsaAlgType"];

export const FAMILIES = ["p256", "p384", "p521", "rsa"] as const;
export const STATES = ["Active", "Previous"] as const;
export const RSA_ALGORITHMS: readonly RsaAlgorithm[] = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"];
export type Family = (typeof FAMILIES)[number];
export type State = (typeof STATES)[number];
/** Field names have no prefix for signing. */
export type Use = "" | "Decryption";

/** The field for certificates of a family. */
export interface Slot {
  family: Family;
  use: Use;
}

export const LEAST_RSA_BITS = 2048;

export const certField = ({ family, use }: Slot, state: State) => `${family}${use}${state}CertRef` as const;
export const keyIdField = ({ family, use }: Slot, state: State) => `${family}${use}${state}KeyId` as const;
export const publishField = ({ family, use }: Slot) => `${family}${use}PublishX5cParameter` as const;
export const rsaField = (state: State) => `rsaAlgorithm${state}KeyIds` as const;

export function certOf(keys: Keys, slot: Slot, state: State): string | undefined {
  return keys[certField(slot, state)]?.id;
}

export function keyIdOf(keys: Keys, slot: Slot, state: State): string {
  return keys[keyIdField(slot, state)] ?? "";
}

export function isPublished(keys: Keys, slot: Slot): boolean {
  return keys[publishField(slot)] ?? false;
}

export function rsaKeyIdOf(keys: Keys, state: State, algorithm: RsaAlgorithm): string {
  return keys[rsaField(state)]?.find(({ rsaAlgType }) => rsaAlgType === algorithm)?.keyId ?? "";
}

/** The chosen certificates, each of them once. */
export function certificatesOf(keys: Keys): string[] {
  const uses: readonly Use[] = ["", "Decryption"];
  const chosen = uses.flatMap((use) =>
    FAMILIES.flatMap((family) => STATES.map((state) => certOf(keys, { family, use }, state))),
  );
  return [...new Set(chosen)].filter((id) => id !== undefined);
}

/**
 * Chooses a certificate, or none. The old key IDs are removed: an ID that verifiers know must never lead them to
 * another key (RFC 7517, section 4.5).
 */
export function withCertificate(keys: Keys, slot: Slot, state: State, pair: KeyPair | undefined): Keys {
  if (pair?.id === certOf(keys, slot, state)) return keys;
  return {
    ...keys,
    [certField(slot, state)]: pair ? { id: pair.id } : null,
    [keyIdField(slot, state)]: pair ? suggestedKeyId(pair) : null,
    ...(!pair && state === "Active" && { [publishField(slot)]: null }),
    ...(isRsaSigning(slot) && { [rsaField(state)]: [] }),
  };
}

export function withKeyId(keys: Keys, slot: Slot, state: State, keyId: string): Keys {
  return { ...keys, [keyIdField(slot, state)]: keyId };
}

export function withPublished(keys: Keys, slot: Slot, published: boolean): Keys {
  return { ...keys, [publishField(slot)]: published };
}

export function withRsaKeyId(keys: Keys, state: State, algorithm: RsaAlgorithm, keyId: string): Keys {
  const others = (keys[rsaField(state)] ?? []).filter(({ rsaAlgType }) => rsaAlgType !== algorithm);
  const entries = keyId === "" ? others : [...others, { rsaAlgType: algorithm, keyId }];
  return { ...keys, [rsaField(state)]: entries.sort(byAlgorithm) };
}

/** Only signing keys have an ID for each algorithm. */
export function isRsaSigning({ family, use }: Slot): boolean {
  return family === "rsa" && use === "";
}

/** The suggested key ID, which is always the same for a certificate: half of its SHA-256 fingerprint, in base64url. */
export function suggestedKeyId({ sha256Fingerprint }: Pick<KeyPair, "sha256Fingerprint">): string {
  const bytes = (sha256Fingerprint.match(/[0-9A-Fa-f]{2}/g) ?? [])
    .slice(0, 16)
    .map((pair) => Number.parseInt(pair, 16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The filter for lists of key pairs, so that only suitable certificates are offered (specification 1, section 5). */
export function demandOf({ family }: Slot) {
  if (family === "rsa") return { keyAlgorithm: "RSA" };
  return { keyAlgorithm: "EC", keySize: Number(family.slice(1)), rotationSettings: false };
}

/** Returns true if a key pair fits and will fit after its rotation. Omitted rotation settings keep their values. */
export function fits({ family }: Slot, { keyAlgorithm, keySize, rotationSettings }: KeyPair): boolean {
  if (family !== "rsa") return keyAlgorithm === "EC" && keySize === Number(family.slice(1)) && !rotationSettings;
  const algorithms = [keyAlgorithm, rotationSettings?.keyAlgorithm ?? keyAlgorithm];
  const sizes = [keySize, rotationSettings?.keySize ?? keySize];
  return algorithms.every((one) => one === "RSA") && sizes.every((one) => one >= LEAST_RSA_BITS);
}

/**
 * The fields of chosen certificates that lack a key ID. A certificate that was stored without an ID remains published
 * under its thumbprint: a new ID would look like another key to verifiers.
 */
export function unnamedKeys(keys: Keys, stored: Keys, use: Use = ""): string[] {
  return FAMILIES.flatMap((family) => {
    const slot = { family, use };
    return STATES.filter((state) => {
      const certificate = certOf(keys, slot, state);
      const isAsStored = certificate === certOf(stored, slot, state) && keyIdOf(stored, slot, state) === "";
      return certificate !== undefined && keyIdOf(keys, slot, state).trim() === "" && !isAsStored;
    }).map((state) => keyIdField(slot, state));
  });
}

const RSA: Slot = { family: "rsa", use: "" };

/** True if there is an active RSA certificate to sign with. */
export function signsWithRsa(keys: Keys): boolean {
  return certOf(keys, RSA, "Active") !== undefined;
}

/**
 * The table field for a path in the server's findings: `rsaAlgorithmActiveKeyIds.0.keyId` becomes
 * `rsaAlgorithmActiveKeyIds.RS256`, and a finding about the whole list belongs to the certificate that it needs.
 */
export function tableField(path: string, sent: Keys): string | undefined {
  const [field = "", index = ""] = path.split(".");
  const state = STATES.find((one) => rsaField(one) === field);
  if (!state) return field || undefined;
  if (index === "") return certField(RSA, state);
  const algorithm = sent[rsaField(state)]?.[Number(index)]?.rsaAlgType;
  return algorithm && `${field}.${algorithm}`;
}

/** Keys in a canonical form for sending and comparing: sorted, without empty values and spaces around IDs. */
export function normal(keys: Keys): Keys {
  const entries = Object.entries(keys).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) {
      const named = value.map((entry) => ({ ...entry, keyId: entry.keyId.trim() })).filter(({ keyId }) => keyId !== "");
      return named.length > 0 ? [[name, named.sort(byAlgorithm)]] : [];
    }
    if (typeof value === "string") return value.trim() === "" ? [] : [[name, value.trim()]];
    if (value === null || value === undefined || value === false) return [];
    // A reference may include the address of its target.
    return [[name, typeof value === "object" ? { id: value.id } : value]];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function byAlgorithm(a: { rsaAlgType: RsaAlgorithm }, b: { rsaAlgType: RsaAlgorithm }): number {
  return RSA_ALGORITHMS.indexOf(a.rsaAlgType) - RSA_ALGORITHMS.indexOf(b.rsaAlgType);
}

/** Every field of one use with its label in the table: "P-256: Active certificate". */
export function keyLabels(intl: IntlShape, use: Use = ""): Map<string, string> {
  const labels = new Map<string, string>();
  const of = (family: string, column: string) => intl.formatMessage({ id: "keys.of" }, { family, column });
  for (const family of FAMILIES) {
    const slot = { family, use };
    const name = intl.formatMessage({ id: `keys.${family}` });
    for (const state of STATES) {
      labels.set(certField(slot, state), of(name, intl.formatMessage({ id: `keys.${state}` })));
      labels.set(keyIdField(slot, state), of(name, intl.formatMessage({ id: `keys.${state}KeyId` })));
    }
    labels.set(publishField(slot), of(name, intl.formatMessage({ id: "keys.publish" })));
  }
  if (use !== "") return labels;
  for (const state of STATES) {
    labels.set(
      rsaField(state),
      of(intl.formatMessage({ id: "keys.rsaKeyIds" }), intl.formatMessage({ id: `keys.${state}KeyId` })),
    );
    for (const algorithm of RSA_ALGORITHMS) {
      labels.set(`${rsaField(state)}.${algorithm}`, of(algorithm, intl.formatMessage({ id: `keys.${state}KeyId` })));
    }
  }
  return labels;
}

/** The keys of one use as text, by field; `certificate` returns the name for an ID. */
export function readableKeys(keys: Keys, certificate: (id: string) => string, intl: IntlShape, use: Use = "") {
  const texts: Record<string, unknown> = {};
  for (const family of FAMILIES) {
    const slot = { family, use };
    for (const state of STATES) {
      const chosen = certOf(keys, slot, state);
      texts[certField(slot, state)] = chosen === undefined ? "" : certificate(chosen);
      texts[keyIdField(slot, state)] = keyIdOf(keys, slot, state);
    }
    texts[publishField(slot)] = isPublished(keys, slot) ? intl.formatMessage({ id: "keys.yes" }) : "";
  }
  if (use !== "") return texts;
  for (const state of STATES) {
    texts[rsaField(state)] = (keys[rsaField(state)] ?? [])
      .map(({ rsaAlgType, keyId }) => `${rsaAlgType} ${keyId}`)
      .sort();
  }
  return texts;
}

/** The properties of the table of keys and of its row of RSA key IDs. */
export interface KeysTableProps {
  keys: Keys;
  use?: Use;
  /** The ID of the heading that labels the table. */
  labelledBy: string;
  readOnly: boolean;
  /** True if an active RSA certificate is required. */
  needsRsa: boolean;
  /** Errors by field, such as `rsaActiveCertRef`. */
  errors: ReadonlyMap<string, string>;
  onChange: (keys: Keys) => void;
}
