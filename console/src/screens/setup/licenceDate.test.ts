import { expect, it } from "vitest";
import { licenceDate } from "./licenceDate.ts";

it.each([
  ["2026-09-05T00:07:30.000Z", "05 Sep 2026, 00:07 UTC"],
  ["2026-12-31T23:59:59Z", "31 Dec 2026, 23:59 UTC"],
  ["2027-01-01T01:30:00+02:00", "31 Dec 2026, 23:30 UTC"],
  ["soon", "soon"],
])("shows %s as %s", (text, shown) => expect(licenceDate(text)).toBe(shown));
