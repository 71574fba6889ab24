import { queryOptions, useQuery } from "@tanstack/react-query";
import { admin } from "../../platform/api/client.ts";
import { versioned } from "../../platform/api/transport.ts";

const SECOND = 1000;
/** Specification 2, section 9: the state of a cluster is read every 5 seconds. */
const WITH_OTHER_CONSOLES = 5 * SECOND;
const ONLY_CONSOLE = 30 * SECOND;

/**
 * Reads how many consoles the cluster has and the role of this console. The ETag changes with every switch of roles.
 * The only console reads it too, but less often, because a second one may join.
 */
export const consoleInfoQuery = queryOptions({
  queryKey: ["consoleInfo"],
  queryFn: async () => {
    const call = admin.GET("/internal/activePassiveConsoleInfo");
    // Delays are computed by the server's clock, since the browser's clock may differ from it.
    return { ...(await versioned(call)), date: (await call).response.headers.get("Date") };
  },
  refetchInterval: ({ state }) => (state.data?.data.enabled ? WITH_OTHER_CONSOLES : ONLY_CONSOLE),
  refetchOnWindowFocus: true,
});

/** The role of this console: undefined until it is known, and active if it cannot be read. */
export function useConsoleRole(): "ACTIVE" | "PASSIVE" | undefined {
  // The shell is rendered again only when the role changes, not with every poll.
  const { data, isFetched } = useQuery({ ...consoleInfoQuery, select: ({ data: info }) => info.role ?? "ACTIVE" });
  // During a retry the query has no error: without this line the screen would appear and disappear with every failure.
  return data ?? (isFetched ? "ACTIVE" : undefined);
}
