import { describe, expect, it } from "vitest";
import type { NavItem } from "../api/session.ts";
import { leavesOf, reachable, trailTo, trailTowards } from "./navigation.ts";

const node = { react: true, children: [] };
const license: NavItem = { ...node, id: "license", label: "License", level: "LEAF", path: "/system/server/license" };
const pathless: NavItem = { ...node, id: "later", label: "Later", level: "LEAF" };
const nullPath: NavItem = { ...pathless, id: "never", path: null };
const server: NavItem = {
  ...node,
  id: "server",
  label: "Server",
  level: "SECONDARY",
  children: [license, pathless, nullPath],
};
const system: NavItem = {
  ...node,
  id: "system",
  label: "System",
  level: "PRIMARY",
  path: "/system",
  children: [server],
};
const empty: NavItem = {
  ...node,
  id: "security",
  label: "Security",
  level: "PRIMARY",
  children: [{ ...server, children: [] }],
};
const tree = [system, empty];

describe("the navigation tree", () => {
  it("returns the branch to a path", () => {
    expect(trailTo(tree, "/system/server/license").map(({ id }) => id)).toEqual(["system", "server", "license"]);
    expect(trailTo(tree, "/system").map(({ id }) => id)).toEqual(["system"]);
    expect(trailTo(tree, "/nowhere")).toEqual([]);
  });

  it("returns the leaf of a page below it", () => {
    const ids = (path: string) => trailTowards(tree, path).map(({ id }) => id);
    expect(ids("/system/server/license/details")).toEqual(["system", "server", "license"]);
    expect(ids("/system/server/licenses")).toEqual([]);
    expect(ids("/system")).toEqual(["system"]);
  });

  it("offers only leaves that can be opened", () => {
    expect(leavesOf(system).map(({ id }) => id)).toEqual(["license"]);
  });

  it("omits empty branches", () => {
    expect(reachable(tree)).toEqual([
      { ...system, children: [{ ...server, children: [{ ...license, children: [] }] }] },
    ]);
  });
});
