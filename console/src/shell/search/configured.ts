/** What the server finds among everything that is configured, while somebody types. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { service } from "../../platform/api/session.ts";
import { body } from "../../platform/api/transport.ts";
import type { Group } from "./find.ts";

/** How long the typing has to rest before the server is asked, and from how many characters on. */
const PAUSE_MS = 200;
const LEAST = 2;
/** The server looks for no longer text. */
const MOST = 200;

/** Asks for what has every word of the query; nothing is asked for a query of one character. */
export function configuredQuery(query: string) {
  const filter = query.trim().slice(0, MOST);
  return queryOptions({
    queryKey: ["search", filter],
    enabled: filter.length >= LEAST,
    ...(filter.length >= LEAST && { placeholderData: keepPreviousData }),
    // What was found is not kept: an administrator looks for what was made a moment ago.
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Group[]> => {
      await rest(signal);
      const { items } = await body(service.GET("/search", { params: { query: { filter } }, signal }));
      return items.map(({ kind, title, items: hits, hasMore }) => ({
        area: title,
        hasMore,
        places: hits.map(({ id, label, detail, path }) => ({
          id: `${kind}/${id}`,
          label,
          path,
          area: title,
          within: detail ?? undefined,
        })),
      }));
    },
  });
}

/** The next key takes the question back before it is asked. */
function rest(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
