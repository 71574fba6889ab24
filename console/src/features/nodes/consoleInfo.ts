import { queryOptions, useQuery } from "@tanstack/react-query";
import { admin } from "../../platform/api/client.ts";
import { versioned } from "../../platform/api/transport.ts";

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
  queryFn: async () => {
    const call = admin.GET("/internal/activePassiveConsoleInfo");
    // How late somebody is goes by the server's clock: this machine's may be another.
    return { ...(await versioned(call)), asked: (await call).response.headers.get("Date") };
  },
  refetchInterval: ({ state }) => (state.data?.data.enabled ? AMONG_OTHERS : ALONE),
  refetchOnWindowFocus: true,
});

/** The role of this console; undefined until it is known. One that cannot be asked is taken for active. */
export function useConsoleRole(): "ACTIVE" | "PASSIVE" | undefined {
  // The shell is drawn anew when the role changes, and not at each look.
  const { data, isFetched } = useQuery({ ...consoleInfoQuery, select: ({ data: info }) => info.role ?? "ACTIVE" });
  // A failure is forgotten while somebody asks again: the screen under this must not come and go with it.
  return data ?? (isFetched ? "ACTIVE" : undefined);
}
