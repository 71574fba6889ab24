import { afterEach, expect, it } from "vitest";
import { timestamp } from "./useTimestamp.ts";

afterEach(() => {
  document.documentElement.lang = "";
});

it.each([
  ["2026-11-21T18:17:07.000Z", "UTC", "Sat Nov 21 18:17:07 UTC 2026"],
  ["2026-09-30T00:07:59Z", "UTC", "Wed Sep 30 00:07:59 UTC 2026"],
  ["2026-11-21T18:17:07Z", "America/New_York", "Sat Nov 21 13:17:07 EST 2026"],
  ["2026-07-01T23:30:00Z", "Europe/Berlin", "Thu Jul 02 01:30:00 CEST 2026"],
  ["2026-01-01T00:00:00+01:00", "Europe/Berlin", "Thu Jan 01 00:00:00 CET 2026"],
  ["2026-07-01T12:00:00Z", "Asia/Kathmandu", "Wed Jul 01 17:45:00 GMT+5:45 2026"],
  ["some day", "UTC", "some day"],
])("shows %s in %s as %s", (moment, zone, shown) => expect(timestamp(moment, zone)).toBe(shown));

it.each([
  ["de", "2026-12-02T18:17:07Z", "Mi Dez 02 18:17:07 UTC 2026"],
  ["de", "2026-11-21T18:17:07Z", "Sa Nov 21 18:17:07 UTC 2026"],
  ["es", "2026-09-30T00:07:59Z", "mié sept 30 00:07:59 UTC 2026"],
])("has the names of %s", (language, moment, shown) => {
  document.documentElement.lang = language;
  expect(timestamp(moment, "UTC")).toBe(shown);
});
