import { describe, expect, it } from "vitest";
import type { NavItem } from "../../platform/api/session.ts";
import { find, matches, placesOf } from "./find.ts";

const node = { react: true, children: [] };
const leaf = (label: string, path: string): NavItem => ({ ...node, id: label, label, level: "LEAF", path });
const group = (label: string, ...children: NavItem[]): NavItem => ({
  ...node,
  id: label,
  label,
  level: "SECONDARY",
  children,
});
const tree: NavItem[] = [
  {
    ...node,
    id: "security",
    label: "Security",
    level: "PRIMARY",
    path: "/security",
    children: [
      group(
        "Keys",
        { ...leaf("Token Signing Keys", "/security/keys/token"), keywords: ["JWT", "Bearer token"] },
        { ...leaf("Later", ""), path: null },
      ),
    ],
  },
  {
    ...node,
    id: "system",
    label: "System",
    level: "PRIMARY",
    path: "/system",
    children: [
      group(
        "Server",
        leaf("Virtual Host Names", "/system/server/virtual-hostnames"),
        leaf("License", "/system/license"),
      ),
      group("OAuth Settings", leaf("Scope Management", "/system/oauth/scopes"), leaf("Virtual Issuers", "/system/vi")),
    ],
  },
];
const places = placesOf(tree);
const labels = (query: string) =>
  find(places, query).map(({ area, places: found }) => [area, ...found.map(({ label }) => label)]);

describe("finding a page", () => {
  it("lists everything that can be opened in the tree's order before anything is typed", () => {
    const all = [
      ["Security", "Security", "Token Signing Keys"],
      ["System", "System", "Virtual Host Names", "License", "Scope Management", "Virtual Issuers"],
    ];
    expect(labels("")).toEqual(all);
    expect(labels("   ")).toEqual(all);
  });

  it.each([
    ["lic", [["System", "License"]]],
    ["VIRTUAL", [["System", "Virtual Host Names", "Virtual Issuers"]]],
    ["names virt", [["System", "Virtual Host Names"]]],
    ["vhn", [["System", "Virtual Host Names"]]],
    ["lícense", [["System", "License"]]],
    ["/system/oauth/scopes", [["System", "Scope Management"]]],
    ["oauth", [["System", "Scope Management", "Virtual Issuers"]]],
    ["keys", [["Security", "Token Signing Keys"]]],
    ["bearer", [["Security", "Token Signing Keys"]]],
    ["nothing like it", []],
    ["later", []],
  ])("of %j is %j", (query, found) => expect(labels(query)).toEqual(found));

  it("lists names that start with the word before those that contain it, in any area", () => {
    // "s" is a prefix of Security and System; for the rest, a match at a word's start precedes one inside it.
    expect(labels("si")).toEqual([["Security", "Token Signing Keys"]]);
    expect(labels("s")[0]?.[1]).toBe("Security");
    expect(labels("scope")[0]).toEqual(["System", "Scope Management"]);
  });
});

it.each<[string, string, [number, number][]]>([
  ["Virtual Host Names", "host", [[8, 12]]],
  [
    "Virtual Host Names",
    "names virt",
    [
      [0, 4],
      [13, 18],
    ],
  ],
  ["Virtual Host Names", "virtual virt", [[0, 7]]],
  ["Virtual Host Names", "vhn", []],
  ["\uAC01 Name", "name", []],
])("marks in %j what %j found", (label, query, spans) => expect(matches(label, query)).toEqual(spans));
