/** A key set while it is edited: from what is stored, through every change, to what is sent. No React here. */

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

/** What saving needs and is not there (specification 1, section 5). */
export function missingIn({ issuers, keys }: Draft): "needsBoth" | "needsIssuer" | "needsRsa" | undefined {
  const noIssuer = issuers.length === 0;
  const noRsa = !signsWithRsa(keys);
  if (noIssuer && noRsa) return "needsBoth";
  if (noIssuer) return "needsIssuer";
  return noRsa ? "needsRsa" : undefined;
}

/** The part of the form and its field that a finding about what was sent is of. An issuer's field is its id, or "". */
export function placeOf(path: string, sent: KeySet): [part: "details" | "issuers" | "keys", field: string] | undefined {
  const [first = "", second = ""] = path.split(".");
  if (first === "name" || first === "id" || first === "description") return ["details", first];
  if (first === "issuers") return ["issuers", (second && sent.issuers[Number(second)]?.id) || ""];
  const field = first === "signingKeys" ? tableField(path.slice(first.length + 1), sent.signingKeys) : undefined;
  return field === undefined ? undefined : ["keys", field];
}

const KEY = "keySet";

/** For the state of the history, so that loading the page again keeps the details and no address shows them. */
export function handedOver(details: Details): HistoryState {
  return { [KEY]: details } as HistoryState;
}

/** The details that a popup handed over; undefined when the form was opened without one. */
export function takenOver(state: object): Details | undefined {
  return (state as Record<string, Details | undefined>)[KEY];
}
