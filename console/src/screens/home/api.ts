/** The calls of the dashboard (specification 1, section 7). */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { admin } from "../../platform/api/client.ts";
import type { components } from "../../platform/api/generated/admin.ts";
import { body } from "../../platform/api/transport.ts";

export type ClusterNode = components["schemas"]["ClusterNode"];
export type Shortcut = components["schemas"]["Shortcut"];
export type Groups = Required<components["schemas"]["ShortcutGroups"]>;
export type EngineFigures = components["schemas"]["EngineFiguresView"];
export type FigureStep = components["schemas"]["FigureStep"];
type Choice = components["schemas"]["ShortcutChoice"];

/** Specification 2, section 9: live data is read every 5 seconds. */
export const POLL_MS = 5000;

export const nodesQuery = queryOptions({
  queryKey: ["nodes"],
  queryFn: () => body(admin.GET("/internal/nodes")),
  refetchInterval: POLL_MS,
  // A hidden page reads nothing.
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
});

export const PERIODS = ["HOUR", "DAY"] as const;

/** Engines add their figures every minute. */
export const figuresQuery = (period: (typeof PERIODS)[number]) =>
  queryOptions({
    queryKey: ["engine-figures", period],
    queryFn: () => body(admin.GET("/internal/engineFigures", { params: { query: { period } } })),
    refetchInterval: 30_000,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    // The other period stays visible until this one is read, so that nothing moves.
    placeholderData: keepPreviousData,
  });

export const choiceQuery = queryOptions({
  queryKey: ["shortcuts", "choice"],
  queryFn: () => body(admin.GET("/internal/user/preferences/shortcuts")),
});

export const groupsQuery = queryOptions({
  queryKey: ["shortcuts", "groups"],
  queryFn: async (): Promise<Groups> => ({ ...noGroups, ...(await body(admin.GET("/internal/user/shortcuts"))) }),
  // Returning users see the cached data immediately, and then the updated one.
  refetchOnMount: "always",
});

export const defaultsQuery = queryOptions({
  queryKey: ["shortcuts", "default"],
  queryFn: () => body(admin.GET("/internal/user/shortcuts/default")),
});

export const demoQuery = queryOptions({
  queryKey: ["demo"],
  queryFn: () => body(admin.GET("/internal/demo")),
});

export function setUpDemo() {
  return body(admin.POST("/internal/demo"));
}

export function removeDemo() {
  return body(admin.DELETE("/internal/demo"));
}

export function saveShortcuts(choice: Choice) {
  return body(admin.PUT("/internal/user/preferences/shortcuts", { body: choice }));
}

const noGroups: Groups = { recentlyUsed: [], authentication: [], applications: [], security: [], system: [] };
