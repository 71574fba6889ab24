import { useCallback } from "react";
import { nameIn } from "../ui/licenseDate.ts";
import { useUiSettings } from "./uiSettings.ts";

/** Formats dates and times (RFC 3339) in the configured time zone; in UTC until it is known. */
export function useTimestamp(): (moment: string) => string {
  const { settings } = useUiSettings();
  const zone = settings?.timezone || "UTC";
  return useCallback((moment) => timestamp(moment, zone), [zone]);
}

/**
 * Locales that are tried in turn for zone names: each knows the abbreviations of its own region, such as EST, CET or
 * SAST, and uses an offset such as GMT+2 for all others.
 */
const NAMING = ["en-US", "en-GB", "en-AU", "en-ZA", "en-IN", "en-NZ"] as const;

/** A time (RFC 3339) as "Fri Nov 21 18:17:07 UTC 2026" in a time zone; other texts are returned unchanged. */
export function timestamp(moment: string, timeZone: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  const parts = partsOf(date, timeZone);
  const time = `${parts.get("hour")}:${parts.get("minute")}:${parts.get("second")}`;
  const year = parts.get("year")?.padStart(4, "0");
  const weekday = nameIn(date, timeZone, { weekday: "short" });
  const month = nameIn(date, timeZone, { month: "short" });
  return `${weekday} ${month} ${parts.get("day")} ${time} ${zoneOf(date, timeZone)} ${year}`;
}

// `en-GB` prints "Sept", and `hour12: false` prints "24:07"; `en-US` with an explicit hour cycle avoids both.
function partsOf(date: Date, timeZone: string): Map<string, string> {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    year: "numeric",
  });
  return new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
}

function zoneOf(date: Date, timeZone: string): string {
  const names = NAMING.map((language) => zoneName(date, timeZone, language));
  return names.find((name) => !name.startsWith("GMT")) ?? names[0] ?? timeZone;
}

function zoneName(date: Date, timeZone: string, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: "short" }).formatToParts(date);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
