import { afterEach, expect, it } from "vitest";
import { licenseDate } from "./licenseDate.ts";

afterEach(() => {
  document.documentElement.lang = "";
});

it.each([
  ["2026-12-01T09:05:00.000Z", "01 Dec 2026, 09:05 UTC"],
  ["2026-09-30T00:07:59Z", "30 Sep 2026, 00:07 UTC"],
  ["2027-01-01T00:30:00+01:00", "31 Dec 2026, 23:30 UTC"],
  ["9999-12-31T23:59:59Z", "31 Dec 9999, 23:59 UTC"],
  ["some day", "some day"],
])("shows %s as %s", (moment, shown) => expect(licenseDate(moment)).toBe(shown));

it("has the month in the language of the page", () => {
  document.documentElement.lang = "de";
  expect(licenseDate("2026-12-01T09:05:00.000Z")).toBe("01 Dez 2026, 09:05 UTC");
});
