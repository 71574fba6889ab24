import { keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ListQuery, ServerPage } from "../list/useServerList.ts";

/** The source of the choices, and their presentation. */
export interface ChoiceSource<T> {
  key: QueryKey;
  read: (query: ListQuery) => Promise<ServerPage<T>>;
  idOf: (item: T) => string;
  show: (item: T) => { name: ReactNode; description?: ReactNode };
}

const PAGE = 50;

export function useChoices<T>(source: ChoiceSource<T>) {
  const [search, setSearch] = useState("");
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["choices", ...source.key, search],
    queryFn: ({ pageParam }) => source.read({ filter: search, page: pageParam, numberPerPage: PAGE }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => ((last.totalItems ?? 0) > pages.length * PAGE ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    // Always read again, because another administrator may just have created the item.
    staleTime: 0,
    gcTime: 0,
  });
  return {
    search,
    setSearch,
    items: data?.pages.flatMap((page) => page.items) ?? (error ? [] : undefined),
    total: data?.pages.at(-1)?.totalItems ?? 0,
    error,
    hasMore: hasNextPage,
    showMore: () => void fetchNextPage(),
  };
}
