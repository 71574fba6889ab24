import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ServerPage } from "../../platform/list/useServerList.ts";
import {
  type Choice,
  merged,
  opened,
  type Page,
  pagesFor,
  type Seen,
  trimmed,
  unselected,
  type Window,
  wanted,
} from "./window.ts";

/** The pages of the available scopes. The object must stay the same as long as the choices do. */
export interface Choices {
  pageSize: number;
  page: (client: QueryClient, filter: string, page: number) => Promise<ChoicePage>;
}

/** `count`: the number of scopes, if `totalItems` is the number of places in the pages. */
export type ChoicePage = ServerPage<Choice> & { count?: number };

interface State {
  filter: string;
  window: Window;
  /** Undefined if the server has not counted all of them. */
  count: number | undefined;
}

/** The available scopes: a window of the server's list that follows the visible range. */
export function useAvailable(choices: Choices, filter: string, chosen: readonly string[]) {
  const client = useQueryClient();
  const [state, setState] = useState<State>();
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const loading = useRef(false);
  const selected = useMemo(() => new Set(chosen), [chosen]);

  const fetchPage = useCallback((page: number) => choices.page(client, filter, page), [client, choices, filter]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts again.
  useEffect(() => {
    let isStale = false;
    loading.current = true;
    fetchPage(1)
      .then(({ items, totalItems, totalIsMinimum, count = totalItems ?? items.length }) => {
        if (isStale) return;
        loading.current = false;
        setError(undefined);
        setState({
          filter,
          window: opened({ page: 1, items }, totalItems ?? items.length, choices.pageSize),
          count: totalIsMinimum ? undefined : count,
        });
      })
      .catch((failure: unknown) => {
        if (isStale) return;
        loading.current = false;
        setState(undefined);
        setError(failure);
      });
    return () => {
      isStale = true;
    };
  }, [fetchPage, choices, filter, tries]);

  const free = useMemo(() => (state ? unselected(state.window, selected) : undefined), [state, selected]);

  /** Must be called after each change of the visible range; rows near the ends are then fetched. */
  function see(seen: Seen) {
    if (!state || !free || state.filter !== filter || loading.current || error) return;
    const way = wanted(state.window, free.length, seen);
    if (!way) return;
    loading.current = true;
    const anchor = free[way === "after" ? seen.from : seen.to]?.name;
    Promise.all(pagesFor(state.window, way).map(async (page) => ({ page, ...(await fetchPage(page)) })))
      .then((pages) => {
        loading.current = false;
        setState((now) => (now?.filter === filter ? { ...now, window: grown(now.window, pages) } : now));
      })
      .catch((failure: unknown) => {
        loading.current = false;
        setError(failure);
      });

    function grown(window: Window, pages: Page[]): Window {
      const more = merged(window, pages, choices.pageSize);
      // The visible rows have new indexes now.
      const at = Math.max(
        0,
        unselected(more, selected).findIndex(({ name }) => name === anchor),
      );
      const height = seen.to - seen.from;
      const there = way === "after" ? { from: at, to: at + height } : { from: at - height, to: at };
      return trimmed(more, selected, there, way ?? "after");
    }
  }

  return {
    /** Undefined until the first page is loaded. */
    free,
    /** The entries still belong to the previous search. */
    stale: state !== undefined && state.filter !== filter,
    total: state?.window.total ?? 0,
    /** The number of available scopes; undefined if it is unknown how many of the hits are already selected. */
    count: state && free && countOf(state, free.length, selected.size),
    /** True if more entries follow at the end. */
    more: state !== undefined && !state.window.atEnd,
    error,
    see,
    retry: () => {
      setError(undefined);
      setTries(tries + 1);
    },
  };
}

function countOf({ filter, window, count }: State, free: number, selected: number): number | undefined {
  if (window.atStart && window.atEnd) return free;
  return filter === "" && count !== undefined ? Math.max(0, count - selected) : undefined;
}

export type Available = ReturnType<typeof useAvailable>;
