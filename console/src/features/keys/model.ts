/**
 * The keys that sign, as they are edited: the object that the server keeps, changed one place at a time. A place is a
 * family (an elliptic curve, or RSA), what its keys are used for, and whether it holds the active or the previous one.
 * No React here.
 */

import type { IntlShape } from "react-intl";
import type { components } from "../../platform/api/generated/admin.ts";

type Schemas = components["schemas"];
/** What a key set has of it, and the settings of the server with the keys that decrypt besides. */
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
/** Signing has no word of its own in the names of the fields. */
export type Use = "" | "Decryption";

/** Where certificates of a family go. */
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

/** The certificates that are chosen, each once. */
export function certificatesOf(keys: Keys): string[] {
  const uses: readonly Use[] = ["", "Decryption"];
  const chosen = uses.flatMap((use) =>
    FAMILIES.flatMap((family) => STATES.map((state) => certOf(keys, { family, use }, state))),
  );
  return [...new Set(chosen)].filter((id) => id !== undefined);
}

/**
 * Chooses a certificate, or none. Whatever named the key before goes with it: an ID that verifiers know must never
 * lead them to another key (RFC 7517, section 4.5).
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

/** Signing alone has key IDs for each algorithm. */
export function isRsaSigning({ family, use }: Slot): boolean {
  return family === "rsa" && use === "";
}

/** The same certificate suggests the same ID wherever it is chosen: half of its SHA-256 fingerprint, in base64url. */
export function suggestedKeyId({ sha256Fingerprint }: Pick<KeyPair, "sha256Fingerprint">): string {
  const bytes = (sha256Fingerprint.match(/[0-9A-Fa-f]{2}/g) ?? [])
    .slice(0, 16)
    .map((pair) => Number.parseInt(pair, 16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** What a list of key pairs is narrowed to, so that only certificates are offered that fit (specification 1, section 5). */
export function demandOf({ family }: Slot) {
  if (family === "rsa") return { keyAlgorithm: "RSA" };
  return { keyAlgorithm: "EC", keySize: Number(family.slice(1)), rotationSettings: false };
}

/** Whether a key pair fits, and stays so when the server renews it. What rotation settings leave out stays as it is. */
export function fits({ family }: Slot, { keyAlgorithm, keySize, rotationSettings }: KeyPair): boolean {
  if (family !== "rsa") return keyAlgorithm === "EC" && keySize === Number(family.slice(1)) && !rotationSettings;
  const algorithms = [keyAlgorithm, rotationSettings?.keyAlgorithm ?? keyAlgorithm];
  const sizes = [keySize, rotationSettings?.keySize ?? keySize];
  return algorithms.every((one) => one === "RSA") && sizes.every((one) => one >= LEAST_RSA_BITS);
}

/**
 * The fields where a chosen certificate lacks its key ID. One that was stored without an ID goes on being published
 * under its thumbprint: an ID of its own would be another one for those who verify.
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

/** Whether there is an active RSA certificate to sign with. */
export function signsWithRsa(keys: Keys): boolean {
  return certOf(keys, RSA, "Active") !== undefined;
}

/**
 * Where the table shows what the server found at a field of the keys that were sent: `rsaAlgorithmActiveKeyIds.0.keyId`
 * is at `rsaAlgorithmActiveKeyIds.RS256`, and what is said of all of them at the certificate that they need.
 */
export function tableField(path: string, sent: Keys): string | undefined {
  const [field = "", index = ""] = path.split(".");
  const state = STATES.find((one) => rsaField(one) === field);
  if (!state) return field || undefined;
  if (index === "") return certField(RSA, state);
  const algorithm = sent[rsaField(state)]?.[Number(index)]?.rsaAlgType;
  return algorithm && `${field}.${algorithm}`;
}

/** Keys in the one form in which they are sent and compared: without what is empty, spaces around IDs, and order. */
export function normal(keys: Keys): Keys {
  const entries = Object.entries(keys).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) {
      const named = value.map((entry) => ({ ...entry, keyId: entry.keyId.trim() })).filter(({ keyId }) => keyId !== "");
      return named.length > 0 ? [[name, named.sort(byAlgorithm)]] : [];
    }
    if (typeof value === "string") return value.trim() === "" ? [] : [[name, value.trim()]];
    if (value === null || value === undefined || value === false) return [];
    // A reference may come with where it leads to.
    return [[name, typeof value === "object" ? { id: value.id } : value]];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function byAlgorithm(a: { rsaAlgType: RsaAlgorithm }, b: { rsaAlgType: RsaAlgorithm }): number {
  return RSA_ALGORITHMS.indexOf(a.rsaAlgType) - RSA_ALGORITHMS.indexOf(b.rsaAlgType);
}

/** Every field of one use with what the table calls it: "P-256: Active certificate". */
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

/** What the keys of one use say, by field; `certificate` names one by its ID. */
export function readableKeys(keys: Keys, certificate: (id: string) => string, intl: IntlShape, use: Use = "") {
  const said: Record<string, unknown> = {};
  for (const family of FAMILIES) {
    const slot = { family, use };
    for (const state of STATES) {
      const chosen = certOf(keys, slot, state);
      said[certField(slot, state)] = chosen === undefined ? "" : certificate(chosen);
      said[keyIdField(slot, state)] = keyIdOf(keys, slot, state);
    }
    said[publishField(slot)] = isPublished(keys, slot) ? intl.formatMessage({ id: "keys.yes" }) : "";
  }
  if (use !== "") return said;
  for (const state of STATES) {
    said[rsaField(state)] = (keys[rsaField(state)] ?? [])
      .map(({ rsaAlgType, keyId }) => `${rsaAlgType} ${keyId}`)
      .sort();
  }
  return said;
}

/** What the table of keys and its row of RSA key IDs are given. */
export interface KeysTableProps {
  keys: Keys;
  use?: Use;
  /** The heading that names the table. */
  labelledBy: string;
  readOnly: boolean;
  /** An active RSA certificate has to be there. */
  needsRsa: boolean;
  /** By field, such as `rsaActiveCertRef`. */
  errors: ReadonlyMap<string, string>;
  onChange: (keys: Keys) => void;
}
