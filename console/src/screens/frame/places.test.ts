import { describe, expect, it } from "vitest";
import type { NavItem } from "../../platform/api/session.ts";
import { leavesOf } from "../../platform/page/navigation.ts";
import { namedPlace, placeInConsole } from "./places.ts";

const node = { react: true, children: [] };
const leaf = (id: string, path: string): NavItem => ({ ...node, id, label: id, level: "LEAF", path });
const tree: NavItem[] = [
  {
    ...node,
    id: "system",
    label: "System",
    level: "PRIMARY",
    path: "/system",
    children: [
      leaf("clusterManagement", "/system/server/cluster-management"),
      leaf("pingOneConnections", "/system/external-systems/pingone-connections"),
      leaf("oauthClients", "/applications/oauth/clients"),
    ],
  },
];
const place = (pathname: string, search = "") => namedPlace(tree, { pathname, search });

describe("a place of a frame", () => {
  const framed = tree.flatMap(leavesOf).map((each) => ({ ...each, react: false }));
  const there = (pathname: string, search = "") => placeInConsole(framed, { pathname, search });

  it("is found in the console for every node", () => {
    expect(there("/pf-admin-ui/frame/oauthClients/edit/a", "?q=1")).toBe("/applications/oauth/clients/edit/a?q=1");
    expect(there("/pf-admin-ui/frame/clusterManagement")).toBe("/system/server/cluster-management");
  });

  it.each(["/pf-admin-ui/frame/oauthClientsMore", "/pf-admin-ui/logout", "/system"])("is not %s", (path) =>
    expect(there(path)).toBeUndefined(),
  );
});

describe("an address of a node", () => {
  it.each([
    ["/oauthClients", "/applications/oauth/clients"],
    ["/oauthClients/edit/kontor", "/applications/oauth/clients/edit/kontor"],
    ["/clusterManagement", "/system/server/cluster-management"],
    ["/mixedVersion", "/system/server/cluster-management"],
    ["/replicationFailure", "/system/server/cluster-management"],
    ["/dependencyErrors", "/system"],
    ["/certificateExpiryWarnings", "/system"],
    ["/cloudIdentityRepository", "/system/external-systems/pingone-connections"],
  ])("%s leads to %s", (path, there) => expect(place(path)).toBe(there));

  it("keeps its query", () => expect(place("/oauthClients", "?page=2")).toBe("/applications/oauth/clients?page=2"));

  it.each(["/", "/nothing", "/system", "/system/nothing", "/license", "/constructor"])("%s names no node", (path) =>
    expect(place(path)).toBeUndefined(),
  );
});
