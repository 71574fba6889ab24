/** What uses an item: the same call of the admin API for every kind of item. */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../api/client.ts";
import { body } from "../../api/transport.ts";

/** One reference to an item. */
export interface Usage {
  /** The title of the user's kind. */
  type: string;
  /** The path of the user's collection, without the first slash. */
  kind: string;
  id: string;
  /** The field that has the reference. */
  path: string;
  /** The user's name, for those who may read it. */
  name?: string;
  /** The address of the user's page in the console, for those who may read it. */
  page?: string;
  /** True for a reference that is removed together with its target and so does not prevent a deletion. */
  released?: boolean;
}

/** The id that the server gives to documents of which there is exactly one. */
const ONLY_ONE = "-";

export function usedByQuery(collection: string, id: string) {
  return queryOptions({
    queryKey: ["usedBy", collection, id],
    queryFn: async (): Promise<readonly Usage[]> => {
      const path = `/internal/usedBy${collection}/{id}` as "/internal/usedBy/oauth/issuers/{id}";
      const answer = await body(admin.GET(path, { params: { path: { id } } }));
      return (answer as unknown as { items: readonly Usage[] }).items; // Its schema says no more than "an object".
    },
    // A decision to delete must rest on what is stored now.
    gcTime: 0,
    staleTime: 0,
  });
}

/** The users that prevent a deletion, each of them once, however many of its fields refer to the item. */
export function usersAmong(usages: readonly Usage[]): Usage[] {
  const holding = usages.filter(({ released }) => !released);
  return [...new Map(holding.map((usage) => [`${usage.kind} ${usage.id}`, usage])).values()];
}

export function isOnlyOne({ id }: Usage): boolean {
  return id === ONLY_ONE;
}
