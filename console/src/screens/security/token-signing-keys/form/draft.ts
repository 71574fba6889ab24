/** A key set while it is edited: from what is stored, through every change, to what is sent. No React here. */
import type { ApiError } from "../../../../api/errors.ts";
import { type Keys, normal, signsWithRsa, tableField } from "../../../../forms/keys/model.ts";
import { type SortedErrors, sortErrors } from "../../../../forms/serverErrors.ts";
import type { KeySet } from "../api.ts";
import type { Details } from "../details.ts";

export interface Draft {
  details: Details;
  issuers: readonly string[];
  keys: Keys;
}

export function newDraft(details: Details): Draft {
  return { details, issuers: [], keys: {} };
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

export interface Findings {
  /** Of the popup's fields. */
  details: ReadonlyMap<string, string>;
  /** Of the issuers, by ID; those of the field as a whole have "". */
  issuers: ReadonlyMap<string, string>;
  /** By field of the signing keys; of RSA's algorithms as `rsaAlgorithmActiveKeyIds.RS256`. */
  keys: ReadonlyMap<string, string>;
  rest: readonly string[];
}

/** Brings the server's findings about what was sent to their places. */
export function findingsOf(error: ApiError, sent: KeySet): Findings {
  const sorted: SortedErrors = sortErrors(error, (path) => placeOf(path, sent) !== undefined);
  const found = {
    details: new Map<string, string>(),
    issuers: new Map<string, string>(),
    keys: new Map<string, string>(),
  };
  for (const [path, message] of sorted.fields) {
    const place = placeOf(path, sent);
    if (place) found[place.part].set(place.field, message);
  }
  return { ...found, rest: sorted.rest };
}

type Place = { part: "details" | "issuers" | "keys"; field: string };

function placeOf(path: string, sent: KeySet): Place | undefined {
  const [first = "", second = ""] = path.split(".");
  if (first === "name" || first === "id" || first === "description") return { part: "details", field: first };
  if (first === "issuers") return { part: "issuers", field: (second && sent.issuers[Number(second)]?.id) || "" };
  const field = first === "signingKeys" ? tableField(path.slice(first.length + 1), sent.signingKeys) : undefined;
  return field === undefined ? undefined : { part: "keys", field };
}
