/** Where a frame's pages are, in the frame and in the console: the same place has two addresses. */
import type { Leaf } from "../navigation.ts";

const FRAMES = "/pf-admin-ui/frame/";

type Where = Pick<Location, "pathname" | "search">;

/** The address in the frame of a place of the console at or below a node. */
export function innerAddress(node: Leaf, { pathname, search }: Where): string {
  return FRAMES + node.id + pathname.slice(node.path.length) + search;
}

/** The address in the console of a place of the frame; undefined for places that are not this node's. */
export function outerAddress(node: Leaf, { pathname, search }: Where): string | undefined {
  const top = FRAMES + node.id;
  const rest = pathname.slice(top.length);
  if (!pathname.startsWith(top) || (rest && !rest.startsWith("/"))) return undefined;
  return node.path + rest + search;
}

/** The leaf that a path belongs to, if the server renders its pages. */
export function frameNode(leaves: readonly Leaf[], path: string): Leaf | undefined {
  return leaves.find((leaf) => !leaf.react && (path === leaf.path || path.startsWith(`${leaf.path}/`)));
}
