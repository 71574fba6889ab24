/** Which tiles a landing page shows: those that the navigation tree has for this person. No React here. */
import type { NavItem } from "../../../platform/api/session.ts";

export const AREAS = ["authentication", "applications", "security", "system"] as const;
export type AreaName = (typeof AREAS)[number];
export type TileIcon = NonNullable<NavItem["tile"]>["icon"];
export type TileLeaf = NavItem & { path: string; tile: NonNullable<NavItem["tile"]> };

/** The pages of an area that have a tile, in the order of the tiles. The server decides who has which. */
export function tilesOf(area: AreaName, tree: readonly NavItem[]): TileLeaf[] {
  return tree
    .filter(({ id }) => id === area)
    .flatMap(withTiles)
    .sort((one, other) => one.tile.position - other.tile.position);
}

function withTiles(node: NavItem): TileLeaf[] {
  return hasTile(node) ? [node] : node.children.flatMap(withTiles);
}

function hasTile(node: NavItem): node is TileLeaf {
  return Boolean(node.tile && node.path);
}
