import { useCallback } from "react";
import { timestamp } from "../ui/timestamp.ts";
import { useUiSettings } from "./uiSettings.ts";

/** Shows moments (RFC 3339) in the time zone that is configured; in UTC until that is known. */
export function useTimestamp(): (moment: string) => string {
  const { settings } = useUiSettings();
  const zone = settings?.timezone || "UTC";
  return useCallback((moment) => timestamp(moment, zone), [zone]);
}
