/** A key set in an editor: from the stored version, through every change, to the request. No React here. */

import type { HistoryState } from "@tanstack/react-router";
import { type Keys, normal, signsWithRsa, tableField } from "../../../../features/keys/model.ts";
import type { KeySet } from "../api.ts";
import type { Details } from "../details.ts";

export interface Draft {
  details: Details;
  issuers: readonly string[];
  keys: Keys;
}

export function newDraft(): Draft {
  return { details: { id: "", name: "", description: "" }, issuers: [], keys: {} };
}

export function toDraft({ id, name, description, issuers, signingKeys }: KeySet): Draft {
  return {
    details: { id, name, description: description ?? "" },
    issuers: issuers.map((issuer) => issuer.id),
    keys: signingKeys,
  };
}

export function toKeySet({ details: { id, name, description }, issuers, keys }: Draft): KeySet {
  return {
    id,
    name,
    ...(description !== "" && { description }),
    issuers: issuers.map((issuer) => ({ id: issuer })),
    signingKeys: normal(keys),
  };
}

export function isChanged(draft: Draft, base: Draft): boolean {
  const comparable = (one: Draft) => JSON.stringify(toKeySet({ ...one, issuers: [...one.issuers].sort() }));
  return comparable(draft) !== comparable(base);
}

/** The missing required values (specification 1, section 5). */
export function missingIn({ issuers, keys }: Draft): "needsBoth" | "needsIssuer" | "needsRsa" | undefined {
  const noIssuer = issuers.length === 0;
  const noRsa = !signsWithRsa(keys);
  if (noIssuer && noRsa) return "needsBoth";
  if (noIssuer) return "needsIssuer";
  return noRsa ? "needsRsa" : undefined;
}

/** The part of the form and the field for a finding about the request. An issuer's field is its ID, or "". */
export function placeOf(path: string, sent: KeySet): [part: "details" | "issuers" | "keys", field: string] | undefined {
  const [first = "", second = ""] = path.split(".");
  if (first === "name" || first === "id" || first === "description") return ["details", first];
  if (first === "issuers") return ["issuers", (second && sent.issuers[Number(second)]?.id) || ""];
  const field = first === "signingKeys" ? tableField(path.slice(first.length + 1), sent.signingKeys) : undefined;
  return field === undefined ? undefined : ["keys", field];
}

const KEY = "keySet";

/** For the history state, so that reloading keeps the details and the URL does not contain them. */
export function handedOver(details: Details): HistoryState {
  return { [KEY]: details } as HistoryState;
}

/** The details from a popup; undefined if the form was opened without one. */
export function takenOver(state: object): Details | undefined {
  return (state as Record<string, Details | undefined>)[KEY];
}
