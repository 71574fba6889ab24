/** Keys in words: labels of their fields, and what they say, for findings and conflicts. No React here. */
import type { IntlShape } from "react-intl";
import {
  certField,
  certOf,
  FAMILIES,
  isPublished,
  type Keys,
  keyIdField,
  keyIdOf,
  publishField,
  RSA_ALGORITHMS,
  rsaField,
  STATES,
  type Use,
} from "./model.ts";

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
