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

/** What can be chosen, in pages; it must stay the same object as long as it is the same choices. */
export interface Choices {
  pageSize: number;
  page: (client: QueryClient, filter: string, page: number) => Promise<ChoicePage>;
}

/** `count`: how many there are, where `totalItems` says how many places the pages have for them. */
export type ChoicePage = ServerPage<Choice> & { count?: number };

interface State {
  filter: string;
  window: Window;
  /** Undefined where the server has not counted all of them. */
  count: number | undefined;
}

/** What can be added: a window of the server's list that follows what is seen of it. */
export function useAvailable(choices: Choices, filter: string, chosen: readonly string[]) {
  const client = useQueryClient();
  const [state, setState] = useState<State>();
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const loading = useRef(false);
  const selected = useMemo(() => new Set(chosen), [chosen]);

  const fetchPage = useCallback((page: number) => choices.page(client, filter, page), [client, choices, filter]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another reason to begin.
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

  /** To be told what is seen after each change of it: what is near its ends is fetched. */
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
      // What is seen has other indexes now.
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
    /** Undefined until the first page is there. */
    free,
    /** The entries are still those of the search before. */
    stale: state !== undefined && state.filter !== filter,
    total: state?.window.total ?? 0,
    /** How many can be added; undefined where nobody knows which of the hits are selected already. */
    count: state && free && countOf(state, free.length, selected.size),
    /** Whether there is more than is held, at the end. */
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
