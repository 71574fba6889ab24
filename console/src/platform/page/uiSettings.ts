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

/** The key for the help URL that a page in the inner frame sets while it is shown. */
export const helpLinkKey = ["helpLink"];

/**
 * The settings of the shell; undefined while they load. Any answer but OK leads to log-out (specification 3, section
 * 4), except if the database cannot be reached: then the session is unknown, and log-out cannot end it.
 */
export function useUiSettings(): { settings: UiSettings | undefined; unreachable: boolean; retry: () => void } {
  const { data, error, refetch } = useQuery(uiSettingsQuery);
  const isAway = isUnreachable(error) || isUnavailable(error);
  useEffect(() => {
    if (error && !isAway) leaveToLogout();
  }, [error, isAway]);
  return { settings: data, unreachable: isAway, retry: () => void refetch() };
}
