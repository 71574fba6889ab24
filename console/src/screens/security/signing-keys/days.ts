/** Days, as people type them. */

export const DAY_MS = 86_400_000;
/** The longest that a certificate may be valid. */
export const MOST_DAYS = 36_500;

/** Whether a text is a whole number of days from 1 to MOST_DAYS. */
export function isDays(text: string): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_DAYS;
}
