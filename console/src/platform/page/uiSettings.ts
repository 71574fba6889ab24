import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isUnavailable, isUnreachable } from "../api/errors.ts";
import { leaveToLogout } from "../api/leave.ts";
import { readUiSettings, type UiSettings } from "../api/session.ts";

export const uiSettingsQuery = {
  queryKey: ["uiSettings"],
  queryFn: readUiSettings,
  staleTime: Number.POSITIVE_INFINITY,
};

/** Under which the address is kept that a page in the inner frame puts in place of the help link, while it is there. */
export const helpLinkKey = ["helpLink"];

/**
 * What the shell shows; undefined while it loads. Any answer but OK leads to log-out (specification 3, section 4), apart
 * from one that the database cannot be reached: then nothing is known of the session, and log-out cannot end it.
 */
export function useUiSettings(): { settings: UiSettings | undefined; unreachable: boolean; retry: () => void } {
  const { data, error, refetch } = useQuery(uiSettingsQuery);
  const isAway = isUnreachable(error) || isUnavailable(error);
  useEffect(() => {
    if (error && !isAway) leaveToLogout();
  }, [error, isAway]);
  return { settings: data, unreachable: isAway, retry: () => void refetch() };
}
