/** Pure functions about the navigation tree. */
import type { LockedPlace, NavItem } from "../api/session.ts";

/** The nodes from the first level down to the leaf with this path; empty when no node has it. */
export function trailTo(tree: readonly NavItem[], path: string): NavItem[] {
  for (const node of tree) {
    if (node.path === path) return [node];
    const below = trailTo(node.children, path);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** The same for a page below a leaf, such as one key pair of a list: the path to its leaf. */
export function trailTowards(tree: readonly NavItem[], path: string): NavItem[] {
  const trail = trailTo(tree, path);
  if (trail.length > 0) return trail;
  const leaf = tree.flatMap(leavesOf).find((one) => path.startsWith(`${one.path}/`));
  return leaf ? trailTo(tree, leaf.path) : [];
}

/** The leaves that can be opened, in order. */
export function leavesOf(node: NavItem): Leaf[] {
  return [...(isLeaf(node) ? [node] : []), ...node.children.flatMap(leavesOf)];
}

/** A leaf that can be opened. */
export type Leaf = NavItem & { path: string };

function isLeaf(node: NavItem): node is Leaf {
  return node.level === "LEAF" && typeof node.path === "string";
}

/** The tree without empty branches, so that there are no dead links and no headings without entries. */
export function reachable(tree: readonly NavItem[]): NavItem[] {
  return tree
    .map((node) => ({ ...node, children: reachable(node.children) }))
    .filter((node) => node.children.length > 0 || isLeaf(node));
}

/** The page at or above a path for which the administrator lacks the roles. */
export function lockedAt(places: readonly LockedPlace[], path: string): LockedPlace | undefined {
  return places.find((place) => path === place.path || path.startsWith(`${place.path}/`));
}
