/** The enforcement type from which on a licence lets the whole version be shown (specification 3, section 4). */
const SHOWS_WHOLE_VERSION = 4;

/** The restricted display of a version: the major part alone, unless the enforcement type is 4 or more. */
export function restrictedVersion(version: string, enforcementType: string | number | null | undefined): string {
  // Number("") is 0 and Number("none") NaN: what is no number is no permission.
  if (Number(enforcementType ?? 0) >= SHOWS_WHOLE_VERSION) return version;
  return version.split(".", 1)[0] ?? version;
}
