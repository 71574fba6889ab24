/**
 * Dates of licenses: 'DD MMM YYYY, HH:mm UTC' (specification 1, section 9), with the month in the page's language. All
 * other dates and times have the format of `useTimestamp.ts`, in the configured time zone.
 */

// `en-GB` prints "Sept", and `hour12: false` prints "24:07"; `en-US` with an explicit hour cycle avoids both.
const format = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  day: "2-digit",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The date and time (RFC 3339) as "01 Dec 2026, 09:05 UTC". A text that is not a date is returned as it is. */
export function licenseDate(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const [day, year, hour, minute] = ["day", "year", "hour", "minute"].map((type) =>
    parts.get(type as Intl.DateTimeFormatPartTypes),
  );
  const month = nameIn(date, "UTC", { month: "short" });
  return `${day} ${month} ${year?.padStart(4, "0")}, ${hour}:${minute} UTC`;
}

/**
 * The short name of a moment's day or month in the page's language, as it is written alone: `Nov`, and not `Nov.` as within
 * a German date. The server's pages write the same (`kit/time_format.py`). American English, as `en-GB` has "Sept".
 */
export function nameIn(date: Date, timeZone: string, part: { weekday: "short" } | { month: "short" }): string {
  const language = document.documentElement.lang;
  return new Intl.DateTimeFormat(/^(de|es)$/.test(language) ? language : "en-US", { timeZone, ...part }).format(date);
}
