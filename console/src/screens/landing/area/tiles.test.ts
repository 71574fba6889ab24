import { expect, it } from "vitest";
import type { NavItem } from "../../../platform/api/session.ts";
import { tilesOf } from "./index.tsx";

const node = { react: true, children: [] };

function leaf(id: string, position?: number): NavItem {
  const tile =
    position === undefined ? {} : { tile: { label: id, icon: "globe" as const, description: "It helps.", position } };
  return { ...node, id, label: id, level: "LEAF", path: `/system/server/${id}`, ...tile };
}

function area(id: string, ...children: NavItem[]): NavItem {
  const group: NavItem = { ...node, id: `${id}/group`, label: "Group", level: "SECONDARY", children };
  return { ...node, id, label: id, level: "PRIMARY", path: `/${id}`, children: [group] };
}

it("shows the pages of the area that have a tile, in the order of the tiles", () => {
  const tree = [
    area("system", leaf("later", 20), leaf("plain"), leaf("first", 10)),
    area("security", leaf("keys", 10)),
  ];
  expect(tilesOf("system", tree).map(({ id }) => id)).toEqual(["first", "later"]);
  expect(tilesOf("security", tree).map(({ id }) => id)).toEqual(["keys"]);
  expect(tilesOf("applications", tree)).toEqual([]);
});

it("shows no tile for a page without an address", () => {
  const { path: _path, ...nowhere } = leaf("nowhere", 10);
  expect(tilesOf("system", [area("system", nowhere)])).toEqual([]);
});
