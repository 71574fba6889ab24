/**
 * A list that the server searches and pages. What is searched and which page is shown stand in the URL, so that a page
 * can be sent to somebody, loaded again, and gone back to: `?search=acme&page=3&perPage=50&order=desc`.
 */
import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { type ListQuery, toListQuery, toSearch } from "./search.ts";

export interface ServerPage<T> {
  items: readonly T[];
  totalItems?: number | null;
  /** Of many hits, not all were counted: there are at least so many. */
  totalIsMinimum?: boolean | null;
}

export interface ServerList<T> {
  query: ListQuery;
  /** Undefined until the first answer, and after a failure. */
  items: readonly T[] | undefined;
  total: number;
  isMinimum: boolean;
  /** The items are still those of the page or search before. */
  stale: boolean;
  error: Error | null;
  retry: () => void;
  search: (filter: string) => void;
  goTo: (page: number) => void;
  resize: (perPage: number) => void;
  /** Turns the order of the list around. */
  sort: (descending: boolean) => void;
}

/** `key` is what all pages of the list have in common, to be invalidated after a change. */
export function useServerList<T>(key: QueryKey, read: (query: ListQuery) => Promise<ServerPage<T>>): ServerList<T> {
  const query = toListQuery(useSearch({ strict: false }));
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...key, query],
    queryFn: () => read(query),
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate();
  const { filter, page, numberPerPage, sortOrder } = query;
  const show = useCallback(
    (changes: Partial<ListQuery>, replace: boolean) =>
      void navigate({
        to: ".",
        search: ({ search: _search, page: _page, perPage: _perPage, order: _order, ...others }) => ({
          ...others,
          ...toSearch({ filter, page, numberPerPage, ...(sortOrder && { sortOrder }), ...changes }),
        }),
        replace,
        resetScroll: !replace,
      }),
    [navigate, filter, page, numberPerPage, sortOrder],
  );

  const total = data?.totalItems ?? data?.items.length ?? 0;
  // The last item of the last page was deleted, or the address is an old one.
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
    // Typing is not going somewhere: the way back leads to where one was before the search.
    search: (next) => show({ filter: next, page: 1 }, true),
    goTo: (next) => show({ page: next }, false),
    resize: (next) => show({ numberPerPage: next, page: 1 }, false),
    sort: (descending) => show({ sortOrder: descending ? "DESC" : "ASC", page: 1 }, false),
  };
}
