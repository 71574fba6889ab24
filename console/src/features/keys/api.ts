/** Key pairs, as the forms of token keys need them. */
import { admin } from "../../platform/api/client.ts";
import { body } from "../../platform/api/transport.ts";
import type { ListQuery } from "../../platform/list/search.ts";
import type { ServerPage } from "../../platform/list/useServerList.ts";
import { demandOf, type Family, fits, type KeyPair, type Slot } from "./model.ts";

/** Certificates that fit a family, page by page. */
export async function readFitting(slot: Slot, query: ListQuery): Promise<ServerPage<KeyPair>> {
  const page = await body(admin.GET("/keyPairs/signing", { params: { query: { ...query, ...demandOf(slot) } } }));
  // What the server cannot be asked for: rotation settings that lead to a key that does not fit.
  return { ...page, items: page.items.filter((pair) => fits(slot, pair)) };
}

export const FITTING = (family: Family) => ["keyPairs", "fitting", family] as const;
