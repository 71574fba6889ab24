/** The admin API's calls for traces of sign-ins, and the search in the URL of their list. */

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body } from "../../../platform/api/transport.ts";
import { toText } from "../../../platform/list/useServerList.ts";

export type Trace = components["schemas"]["SignInTraceView"];
export type TraceSummary = components["schemas"]["TraceSummaryView"];
export type TraceStep = components["schemas"]["TraceStepView"];
export type SettingLink = components["schemas"]["SettingLink"];

export const OUTCOMES = ["FAILED", "SUCCEEDED", "WAITING"] as const;
/** Periods that end now, in hours. */
export const PERIODS = [1, 24, 168] as const;
const PER_PAGE = 50;
const HOUR_MILLISECONDS = 3_600_000;

/** The search. Absent values stand for all sign-ins. */
export interface TraceSearch {
  user?: string;
  client?: string;
  reference?: string;
  outcome?: (typeof OUTCOMES)[number];
  hours?: (typeof PERIODS)[number];
}

/** Reads the search of a URL. Invalid values are ignored. */
export function traceSearch({ user, client, reference, outcome, hours }: Record<string, unknown>): TraceSearch {
  const known = OUTCOMES.find((one) => one === outcome);
  const period = PERIODS.find((one) => one === Number(hours));
  const texts = Object.entries({ user, client, reference }).flatMap(([name, value]) => {
    const text = toText(value)?.trim();
    return text ? [[name, text]] : [];
  });
  return { ...Object.fromEntries(texts), ...(known && { outcome: known }), ...(period && { hours: period }) };
}

/** Sign-ins that match a search, the newest first, page by page. */
export const tracesQuery = ({ user, client, reference, outcome, hours }: TraceSearch) =>
  infiniteQueryOptions({
    queryKey: ["signInTraces", user, client, reference, outcome, hours],
    queryFn: ({ pageParam }) => {
      const query = {
        limit: PER_PAGE,
        after: pageParam,
        ...(user && { user }),
        ...(client && { clientId: client }),
        ...(reference && { reference }),
        ...(outcome && { outcome }),
        ...(hours && { from: new Date(Date.now() - hours * HOUR_MILLISECONDS).toISOString() }),
      };
      return body(admin.GET("/signInTraces/records", { params: { query } }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextAfter ?? undefined,
    // Not cached, because users sign in all the time.
    gcTime: 0,
  });

export const traceQuery = (id: string) =>
  queryOptions({
    queryKey: ["signInTraces", "one", id],
    queryFn: () => body(admin.GET("/signInTraces/records/{id}", { params: { path: { id } } })),
    gcTime: 0,
  });
