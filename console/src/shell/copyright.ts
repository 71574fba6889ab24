/** The copyright year of a build that does not say when it was released (specification 1, section 9). */
const DEFAULT_YEAR = "2024";

/** The year of the release, from its SOURCE_DATE_EPOCH: seconds, as reproducible builds have it. */
export function copyrightYear(epoch: string | undefined): string {
  if (!epoch || !/^\d{1,11}$/.test(epoch)) return DEFAULT_YEAR;
  return String(new Date(Number(epoch) * 1000).getUTCFullYear());
}
