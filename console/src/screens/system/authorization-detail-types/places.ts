/** The places below the list of types: what stands behind its path. */
import { paths } from "../../../paths.ts";

export type Place =
  | { kind: "typeForm" | "processorForm"; id: string | undefined }
  | { kind: "processors" }
  | { kind: "nowhere" };

const FORM = /^(processors\/)?(?:add|edit\/([^/]+))$/;

/** What is shown at the rest of an address. */
export function placeAt(rest: string): Place {
  if (rest === "processors") return { kind: "processors" };
  const found = FORM.exec(rest);
  if (!found) return { kind: "nowhere" };
  return { kind: found[1] ? "processorForm" : "typeForm", id: found[2] };
}

/** Where `navigate` is to go; the search of the list one came from goes along, and comes back. */
export const to = (rest: string) => ({ to: paths.detailTypes, params: { _splat: rest }, search: true }) as const;
