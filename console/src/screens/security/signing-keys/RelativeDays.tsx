import { FormattedRelativeTime } from "react-intl";
import { daysUntil } from "./view.ts";

const DAYS_A_YEAR = 365.25;

/** "in 12 days", "3 days ago", "in 2 years": exact where it is near. */
export function RelativeDays({ moment, now }: { moment: string; now: number }) {
  const days = daysUntil(moment, now);
  const inYears = Math.abs(days) >= 2 * DAYS_A_YEAR;
  return (
    <FormattedRelativeTime
      value={inYears ? Math.trunc(days / DAYS_A_YEAR) : days}
      unit={inYears ? "year" : "day"}
      numeric="auto"
    />
  );
}
