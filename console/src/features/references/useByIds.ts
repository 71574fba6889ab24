/** Loads the items that other documents refer to by ID, for their names. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { admin } from "../../platform/api/client.ts";
import type { components } from "../../platform/api/generated/admin.ts";
import { body } from "../../platform/api/transport.ts";
import { nameOf } from "../keys/certificate.ts";

export type Issuer = components["schemas"]["Issuer"];
type DetailProcessor = components["schemas"]["AuthorizationDetailProcessor"];
type KeyPair = components["schemas"]["KeyPairView"];

/** The number of IDs per request: the URL then stays well below the server's limit. */
const AT_ONCE = 100;

/** The virtual issuers with these IDs, by ID; undefined until they are loaded. IDs that do not exist are left out. */
export function useIssuers(ids: readonly string[]): ReadonlyMap<string, Issuer> | undefined {
  return useByIds<Issuer>("oauth/issuers", ids, (some) =>
    body(admin.GET("/oauth/issuers", { params: { query: { ids: some } } })),
  );
}

/** The signing key pairs with these IDs, by ID; undefined until they are loaded. */
export function useKeyPairs(ids: readonly string[]): ReadonlyMap<string, KeyPair> | undefined {
  return useByIds<KeyPair>("keyPairs/signing", ids, (some) =>
    body(admin.GET("/keyPairs/signing", { params: { query: { ids: some } } })),
  );
}

/** The authorization detail processors with these IDs, by ID; undefined until they are loaded. */
export function useDetailProcessors(ids: readonly string[]): ReadonlyMap<string, DetailProcessor> | undefined {
  return useByIds<DetailProcessor>("oauth/authorizationDetailProcessors", ids, (some) =>
    body(admin.GET("/oauth/authorizationDetailProcessors", { params: { query: { ids: some } } })),
  );
}

/** Returns the name of a certificate by its ID: the ID itself until it is known. */
export function useCertificateNames(ids: readonly string[]): (id: string) => string {
  const pairs = useKeyPairs(ids);
  return (id) => {
    const pair = pairs?.get(id);
    return pair ? nameOf(pair) : id;
  };
}

function useByIds<T extends { id?: string | null }>(
  kind: string,
  ids: readonly string[],
  read: (ids: string) => Promise<{ items: T[] }>,
): ReadonlyMap<string, T> | undefined {
  const wanted = [...new Set(ids)].sort();
  const { data, error } = useQuery({
    queryKey: [kind, "byIds", wanted],
    queryFn: async () => {
      const pages = await Promise.all(chunks(wanted).map((some) => read(some.join(","))));
      return new Map(pages.flatMap((page) => page.items).map((item) => [item.id ?? "", item]));
    },
    placeholderData: keepPreviousData,
    enabled: wanted.length > 0,
  });
  // If the names cannot be loaded, the IDs are shown.
  return wanted.length === 0 || error ? NOTHING : (data as ReadonlyMap<string, T> | undefined);
}

const NOTHING = new Map<string, never>();

function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / AT_ONCE);
  return Array.from({ length: count }, (_, index) => ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE));
}
