// en-GB would print "Sept", and hour12: false would print 24:07 for seven past midnight.
const PARTS = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** 'DD MMM YYYY, HH:mm UTC' (specification 3, section 9); a text that is no date comes back as it is. */
export function licenceDate(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return text;
  const parts = Object.fromEntries(PARTS.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${parts.day} ${parts.month} ${parts.year}, ${parts.hour}:${parts.minute} UTC`;
}
