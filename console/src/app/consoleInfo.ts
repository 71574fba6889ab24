import { queryOptions, useQuery } from "@tanstack/react-query";
import { admin } from "../api/client.ts";
import { versioned } from "../api/transport.ts";

const SECOND = 1000;
/** Specification 2, section 9: what a cluster does is read every 5 seconds. */
const AMONG_OTHERS = 5 * SECOND;
const ALONE = 30 * SECOND;

/**
 * Whether there are several consoles, and the role of this one; the ETag is of the last switch. Asked again while one
 * looks, and seldom by the only console: a second one may join.
 */
export const consoleInfoQuery = queryOptions({
  queryKey: ["consoleInfo"],
  queryFn: () => versioned(admin.GET("/internal/activePassiveConsoleInfo")),
  refetchInterval: ({ state }) => (state.data?.data.enabled ? AMONG_OTHERS : ALONE),
  refetchOnWindowFocus: true,
});

/** The role of this console; undefined until it is known. One that cannot be asked is taken for active. */
export function useConsoleRole(): "ACTIVE" | "PASSIVE" | undefined {
  const { data, error } = useQuery(consoleInfoQuery);
  return data ? (data.data.role ?? "ACTIVE") : error ? "ACTIVE" : undefined;
}
