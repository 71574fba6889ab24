import { describe, expect, it } from "vitest";
import { intl } from "../../../test/render.tsx";
import { groupStatus, type License, statusOf, toComparison, toDetails, toFeatures } from "./view.ts";

const NOW = Date.parse("2027-02-01T08:09:10.000Z");
const license: License = { id: "L-1", name: "Example", usedConnections: 3 };
const entries = (change: Partial<License>) =>
  new Map(toDetails({ ...license, ...change }, intl, NOW).map(({ label, value }) => [label, value]));

describe("the details", () => {
  it.each<[string, Partial<License>, string | undefined]>([
    ["Expiration Date", { expirationDate: "2027-03-01T08:09:10.000Z" }, "01 Mar 2027, 08:09 UTC (28 days left)"],
    ["Expiration Date", { expirationDate: "2027-02-01T09:00:00Z" }, "01 Feb 2027, 09:00 UTC (less than a day left)"],
    ["Expiration Date", { expirationDate: "2027-01-01T09:00:00Z" }, "01 Jan 2027, 09:00 UTC"],
    ["Expiration Date", {}, "Never"],
    ["Issue Date", { issueDate: "2026-11-21T00:00:00Z" }, "21 Nov 2026, 00:00 UTC"],
    ["Issue Date", {}, undefined],
    ["Maximum Connections", { maxConnections: 1200 }, "1,200"],
    ["Maximum Connections", {}, "Unlimited"],
    ["Maximum Connections", { maxConnections: null }, "Unlimited"],
    ["Used Connections", {}, "3"],
    ["Used Connections", { usedConnections: 0, maxConnections: 50 }, "0 of 50 used"],
    ["Node Limit", {}, "Unlimited"],
    ["Node Limit", { nodeLimit: 4 }, "4"],
    ["Grace Period", { gracePeriod: 1 }, "1 day"],
    ["Grace Period", { gracePeriod: 14 }, "14 days"],
    ["Grace Period", { gracePeriod: 0 }, "None"],
    ["Tier", { tier: "SUBSCRIPTION" }, "Subscription"],
    ["Tier", { tier: "GALACTIC" }, "GALACTIC"],
    ["Tier", {}, undefined],
    ["OAuth", { oauthEnabled: true }, "Enabled"],
    ["WS-Trust STS", { wsTrustEnabled: false }, "Disabled"],
    ["SaaS Provisioning", { provisioningEnabled: true }, "Enabled"],
    ["Bridge Mode", {}, "Disabled"],
    ["Organization", { organization: "Example Ltd" }, "Example Ltd"],
    ["Product", { product: "Hanse" }, "Hanse"],
    ["Version", { version: "12.3.1" }, "12"],
    ["Version", { version: "12.3.1", enforcementType: "" }, "12"],
    ["Version", { version: "12.3.1", enforcementType: "FULL" }, "12"],
    ["Version", { version: "12.3.1", enforcementType: "3" }, "12"],
    ["Version", { version: "12.3.1", enforcementType: "4" }, "12.3.1"],
    ["Version", { version: "12.3.1", enforcementType: "5" }, "12.3.1"],
    ["Version", { version: "12", enforcementType: "0" }, "12"],
    ["Version", {}, undefined],
    ["Enforcement Type", { enforcementType: "4" }, "Valid for one minor version (4)"],
    ["Enforcement Type", { enforcementType: "3" }, "Warns before it expires. Stops serving users when it expires (3)"],
    ["Enforcement Type", { enforcementType: "0" }, "Not enforced (0)"],
    ["Enforcement Type", { enforcementType: "FULL" }, "FULL"],
    ["Name", {}, "Example"],
    ["ID", {}, "L-1"],
  ])("%s of %j is %s", (label, change, value) => expect(entries(change).get(label)).toBe(value));

  it("shows two features with labels and the others with their names", () => {
    const features = [
      { name: "issuedby", value: "Us" },
      { name: "deploymentmethod", value: "Container" },
      { name: "support", value: null },
    ];
    expect(toFeatures({ ...license, features }, intl).map(({ label, value }) => [label, value])).toEqual([
      ["Issued By", "Us"],
      ["Deployment Method", "Container"],
      ["support", ""],
    ]);
  });
});

describe("the status of a period", () => {
  const [start, end] = ["2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"];
  it.each([
    [start, end, "2025-12-31T23:59:59.999Z", "NOT_YET"],
    [start, end, start, "OK"],
    [start, end, "2026-12-31T23:59:59.999Z", "OK"],
    [start, end, end, "EXPIRED"],
    [start, undefined, "9999-01-01T00:00:00Z", "OK"],
    [null, end, "1970-01-01T00:00:00Z", "OK"],
  ] as const)("from %s to %s, at %s: %s", (from, to, now, status) => {
    expect(statusOf(from, to, Date.parse(now))).toBe(status);
    const group = { name: "g", connectionCount: 1, startDate: from, ...(to && { endDate: to }) };
    expect(groupStatus(group, Date.parse(now))).toBe(status);
  });
});

describe("the comparison", () => {
  const differing = (current: Partial<License>, next: Partial<License>) =>
    toComparison({ ...license, ...current }, { ...license, ...next }, intl).map(({ label, value, next: other }) => [
      label,
      value,
      other,
    ]);
  const group = (name: string, connectionCount: number) => ({ name, connectionCount });

  it.each<[Partial<License>, Partial<License>, string[][]]>([
    [{}, { id: "L-2", issueDate: "2026-01-01T00:00:00Z" }, []],
    [{ oauthEnabled: true }, { oauthEnabled: false }, [["OAuth", "Enabled", "Disabled"]]],
    [{}, { expirationDate: "2027-01-01T00:00:00Z" }, [["Expiration Date", "Never", "01 Jan 2027, 00:00 UTC"]]],
    [{ maxConnections: 5 }, {}, [["Maximum Connections", "5", "Unlimited"]]],
    [{ nodeLimit: 4 }, { nodeLimit: 2 }, [["Node Limit", "4", "2"]]],
    [
      { maxConnections: 50 },
      { licenseGroups: [group("a", 20), group("b", 10)] },
      [
        ["Maximum Connections", "50", "30"],
        ["Connection Licensing", "In total", "By group (2 groups)"],
      ],
    ],
  ])("of %j with %j", (current, next, rows) => expect(differing(current, next)).toEqual(rows));
});
