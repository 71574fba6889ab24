/**
 * A list that the server searches and pages. The URL contains the search and the page, so that it can be shared,
 * reloaded, and returned to: `?search=acme&page=3&perPage=50&order=desc`.
 */

import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";

export interface ServerPage<T> {
  items: readonly T[];
  totalItems?: number | null;
  /** True if there are more hits than were counted. */
  totalIsMinimum?: boolean | null;
}

export interface ServerList<T> {
  query: ListQuery;
  /** Undefined until the first answer, and after a failure. */
  items: readonly T[] | undefined;
  total: number;
  isMinimum: boolean;
  /** The items still belong to the previous page or search. */
  stale: boolean;
  error: Error | null;
  retry: () => void;
  search: (filter: string) => void;
  goTo: (page: number) => void;
  resize: (perPage: number) => void;
  /** Reverses the sort order. */
  sort: (descending: boolean) => void;
}

/** `key` is the common key of all pages of the list, to be invalidated after a change. */
export function useServerList<T>(key: QueryKey, read: (query: ListQuery) => Promise<ServerPage<T>>): ServerList<T> {
  const query = toListQuery(useSearch({ strict: false }));
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...key, query],
    queryFn: () => read(query),
    placeholderData: keepPreviousData,
  });
  const router = useRouter();
  const { filter, page, numberPerPage, sortOrder } = query;
  const show = useCallback(
    (changes: Partial<ListQuery>, replace: boolean) => {
      // While another page is loading, the URL already belongs to that page.
      if ((router.state.resolvedLocation ?? router.latestLocation).pathname !== router.latestLocation.pathname) return;
      void router.navigate({
        to: ".",
        search: ({ search: _search, page: _page, perPage: _perPage, order: _order, ...others }) => ({
          ...others,
          ...toSearch({ filter, page, numberPerPage, ...(sortOrder && { sortOrder }), ...changes }),
        }),
        replace,
        resetScroll: !replace,
      });
    },
    [router, filter, page, numberPerPage, sortOrder],
  );

  const total = data?.totalItems ?? data?.items.length ?? 0;
  // The last item of the last page was deleted, or the URL is old.
  const last = Math.max(1, Math.ceil(total / numberPerPage));
  const beyond = data !== undefined && !isPlaceholderData && page > last;
  useEffect(() => {
    if (beyond) show({ page: last }, true);
  }, [beyond, last, show]);

  return {
    query,
    items: beyond ? undefined : data?.items,
    total,
    isMinimum: data?.totalIsMinimum ?? false,
    stale: isPlaceholderData,
    error,
    retry: () => void refetch(),
    // Typing is not navigation: the back button leads to the page before the search.
    search: (next) => show({ filter: next, page: 1 }, true),
    goTo: (next) => show({ page: next }, false),
    resize: (next) => show({ numberPerPage: next, page: 1 }, false),
    sort: (descending) => show({ sortOrder: descending ? "DESC" : "ASC", page: 1 }, false),
  };
}

export const PAGE_SIZES = [20, 50, 100] as const;

/** Default values are left out of the URL. */
export interface ListSearch {
  search?: string;
  page?: number;
  perPage?: (typeof PAGE_SIZES)[number];
  order?: "desc";
}

/** The names of the server's list parameters. */
export interface ListQuery {
  filter: string;
  /** Starts with 1. */
  page: number;
  numberPerPage: number;
  /** By default ascending. */
  sortOrder?: "ASC" | "DESC";
}

const SMALLEST = PAGE_SIZES[0];

/** Reads the list's part of a URL. Invalid values are ignored. */
export function listSearch({ search, page, perPage, order }: Record<string, unknown>): ListSearch {
  const filter = toText(search);
  const size = PAGE_SIZES.find((one) => one === perPage && one !== SMALLEST);
  return {
    ...(filter && { search: filter }),
    ...(typeof page === "number" && Number.isInteger(page) && page > 1 && { page }),
    ...(size && { perPage: size }),
    ...(order === "desc" && { order }),
  };
}

/** The router reads a text such as 2026 as a number. */
export function toText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

export function toListQuery({ search = "", page = 1, perPage = SMALLEST, order }: ListSearch): ListQuery {
  return { filter: search, page, numberPerPage: perPage, ...(order && { sortOrder: "DESC" }) };
}

export function toSearch({ filter, page, numberPerPage, sortOrder }: ListQuery): ListSearch {
  return listSearch({ search: filter, page, perPage: numberPerPage, order: sortOrder === "DESC" && "desc" });
}

/**
 * The server counts search hits up to this number. Counting 100,000 hits takes longer than finding a page, and
 * nobody turns fifty pages.
 */
export const COUNTED = 1000;
