/** The displayed texts of a license. No React here. */

import { queryOptions } from "@tanstack/react-query";
import type { IntlShape } from "react-intl";
import { message } from "../../../messages.ts";
import { admin } from "../../../platform/api/client.ts";
import { ApiError } from "../../../platform/api/errors.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body } from "../../../platform/api/transport.ts";
import { licenseDate } from "../../../platform/ui/licenseDate.ts";

/** The details, in display order. */
export const DETAILS = [
  "organization",
  "name",
  "id",
  "product",
  "version",
  "tier",
  "enforcementType",
  "issueDate",
  "expirationDate",
  "gracePeriod",
  "maxConnections",
  "usedConnections",
  "nodeLimit",
  "oauthEnabled",
  "wsTrustEnabled",
  "provisioningEnabled",
  "bridgeMode",
] as const;

export type Detail = (typeof DETAILS)[number];

/** From this enforcement type on, a license applies to one minor version, so the full version is shown. */
const WHOLE_VERSION = 4;

const DAY_MS = 86_400_000;

/** The bits of the enforcement type. */
const ENFORCED = [
  [2, message("license.enforcedNotice")],
  [1, message("license.enforcedStop")],
  [4, message("license.enforcedVersion")],
] as const;

/** A label and its value. */
export interface Entry {
  key: string;
  label: string;
  value: string;
}

/** Specification 1, section 9. */
export type Status = "NOT_YET" | "EXPIRED" | "OK";

/** True if a period, from `start` to before `end`, includes `now` (milliseconds). An absent bound is no limit. */
export function statusOf(start: string | null | undefined, end: string | null | undefined, now: number): Status {
  if (start && now < Date.parse(start)) return "NOT_YET";
  if (end && now >= Date.parse(end)) return "EXPIRED";
  return "OK";
}

export function groupStatus(group: ConnectionGroup, now: number): Status {
  return statusOf(group.startDate, group.endDate, now);
}

/** The details of a license, without missing ones whose absence has no meaning. */
export function toDetails(license: License, intl: IntlShape, now: number): Entry[] {
  return DETAILS.flatMap((key) => {
    const value = toValue(key, license, intl, now);
    return value === undefined ? [] : [{ key, label: intl.formatMessage({ id: `license.${key}` }), value }];
  });
}

/** The other features, under the license's own names, except the two that have labels. */
export function toFeatures(license: License, intl: IntlShape): Entry[] {
  return (license.features ?? []).map(({ name, value }) => ({
    key: name,
    label: isLabeled(name) ? intl.formatMessage({ id: `license.${name}` }) : name,
    value: value ?? "",
  }));
}

/** The differences between two licenses that affect users. */
export function toComparison(current: License, next: License, intl: IntlShape): (Entry & { next: string })[] {
  const before = toComparable(current, intl);
  const after = toComparable(next, intl);
  return before
    .map((entry, index) => ({ ...entry, next: after[index]?.value ?? "" }))
    .filter(({ value, next: other }) => value !== other);
}

function toComparable(license: License, intl: IntlShape): Entry[] {
  const groups = license.licenseGroups ?? [];
  const values: [Detail | "licensing", string][] = [
    ["organization", license.organization ?? ""],
    ["expirationDate", toDate(license.expirationDate, intl)],
    ["maxConnections", toLimit(connectionLimit(license), intl)],
    [
      "licensing",
      groups.length > 0
        ? intl.formatMessage({ id: "license.byGroup" }, { count: groups.length })
        : intl.formatMessage({ id: "license.inTotal" }),
    ],
    ["nodeLimit", toLimit(license.nodeLimit, intl)],
    ["oauthEnabled", toSwitch(license.oauthEnabled, intl)],
    ["wsTrustEnabled", toSwitch(license.wsTrustEnabled, intl)],
    ["provisioningEnabled", toSwitch(license.provisioningEnabled, intl)],
  ];
  return values.map(([key, value]) => ({ key, label: intl.formatMessage({ id: `license.${key}` }), value }));
}

/** If only groups are licensed, the limit is their sum. */
function connectionLimit({ maxConnections, licenseGroups }: License): number | undefined {
  if (maxConnections != null || !licenseGroups?.length) return maxConnections ?? undefined;
  return licenseGroups.reduce((sum, { connectionCount }) => sum + connectionCount, 0);
}

function toValue(key: Detail, license: License, intl: IntlShape, now: number): string | undefined {
  switch (key) {
    case "expirationDate":
      return toEnd(license.expirationDate, intl, now);
    case "enforcementType":
      return toEnforcement(license.enforcementType, intl);
    case "issueDate":
      return license.issueDate ? licenseDate(license.issueDate) : undefined;
    case "tier":
      return isTier(license.tier) ? intl.formatMessage({ id: `license.${license.tier}` }) : (license.tier ?? undefined);
    case "gracePeriod":
      return license.gracePeriod
        ? intl.formatMessage({ id: "license.days" }, { days: license.gracePeriod })
        : intl.formatMessage({ id: "license.none" });
    case "version":
      return license.version ? restrictedVersion(license.version, license.enforcementType) : undefined;
    case "maxConnections":
    case "nodeLimit":
      return toLimit(license[key], intl);
    case "usedConnections":
      return toUsage(license, intl);
    case "oauthEnabled":
    case "wsTrustEnabled":
    case "provisioningEnabled":
    case "bridgeMode":
      return toSwitch(license[key], intl);
    default:
      return license[key] ?? undefined;
  }
}

/** Only the major version, unless the enforcement type is 4 or more (specification 3, section 4). */
function restrictedVersion(version: string, enforcementType: string | null | undefined): string {
  // Number("") is 0 and Number("none") is NaN: a value that is not a number grants nothing.
  if (Number(enforcementType ?? 0) >= WHOLE_VERSION) return version;
  return version.split(".", 1)[0] ?? version;
}

function toDate(moment: string | null | undefined, intl: IntlShape): string {
  return moment ? licenseDate(moment) : intl.formatMessage({ id: "license.never" });
}

/** The expiration date, and the number of whole days until then. */
function toEnd(moment: string | null | undefined, intl: IntlShape, now: number): string {
  const date = toDate(moment, intl);
  const left = moment ? Date.parse(moment) - now : Number.NaN;
  if (!(left > 0)) return date;
  return intl.formatMessage({ id: "license.daysLeft" }, { date, days: Math.floor(left / DAY_MS) });
}

function toUsage(license: License, intl: IntlShape): string {
  const used = intl.formatNumber(license.usedConnections);
  const limit = connectionLimit(license);
  return limit === undefined
    ? used
    : intl.formatMessage({ id: "license.usedOf" }, { used, limit: intl.formatNumber(limit) });
}

/** The meaning of the type's bits; a type that is not a sum of them is shown as it is. */
function toEnforcement(type: string | null | undefined, intl: IntlShape): string | undefined {
  if (!type || !/^[0-7]$/.test(type)) return type ?? undefined;
  const rules = ENFORCED.filter(([bit]) => Math.floor(Number(type) / bit) % 2 === 1);
  if (rules.length === 0) return intl.formatMessage({ id: "license.enforcedNot" }, { type });
  const texts = rules.map(([, rule]) => intl.formatMessage(rule));
  return intl.formatMessage({ id: "license.enforced" }, { rules: texts.join(". "), type });
}

function toLimit(limit: number | null | undefined, intl: IntlShape): string {
  return limit == null ? intl.formatMessage({ id: "license.unlimited" }) : intl.formatNumber(limit);
}

function toSwitch(on: boolean | null | undefined, intl: IntlShape): string {
  return intl.formatMessage(on ? message("license.enabled") : message("license.disabled"));
}

function isLabeled(name: string): name is "issuedby" | "deploymentmethod" {
  return name === "issuedby" || name === "deploymentmethod";
}

function isTier(tier: string | null | undefined): tier is "FREE" | "PERPETUAL" | "SUBSCRIPTION" {
  return tier === "FREE" || tier === "PERPETUAL" || tier === "SUBSCRIPTION";
}

type Schemas = components["schemas"];

/** Properties without a limit or end are absent. */
export type License = Schemas["LicenseView"];
export type ConnectionGroup = Schemas["ConnectionGroupLicenseView"];
/** The content of a file, and the restrictions that importing it would cause. */
export type Validation = Schemas["LicenseValidation"];

export const licenseQuery = queryOptions({
  queryKey: ["license"],
  queryFn: readLicense,
});

/** The installed license; null if there is none. */
async function readLicense(): Promise<License | null> {
  try {
    return await body(admin.GET("/license"));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Validates a file at the server and returns the restrictions it would cause. Rejects with findings: 422. */
export function validateLicense(fileData: string): Promise<Validation> {
  return body(admin.POST("/internal/license/validate", { body: { fileData } }));
}

export function importLicense(fileData: string): Promise<License> {
  return body(admin.PUT("/license", { body: { fileData } }));
}
