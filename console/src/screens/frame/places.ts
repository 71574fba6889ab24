/** Addresses of frame pages: each page has one address in the frame and one in the console. */
import type { NavItem } from "../../platform/api/session.ts";
import type { Leaf } from "../../platform/page/navigation.ts";

const FRAMES = "/pf-admin-ui/frame/";

type Where = Pick<Location, "pathname" | "search">;

/** The address in the frame for a console path at or below a node. */
export function innerAddress(node: Leaf, { pathname, search }: Where): string {
  return FRAMES + node.id + pathname.slice(node.path.length) + search;
}

/** The address in the console for a frame address; undefined if it does not belong to this node. */
export function outerAddress(node: Leaf, { pathname, search }: Where): string | undefined {
  const top = FRAMES + node.id;
  const rest = pathname.slice(top.length);
  if (!pathname.startsWith(top) || (rest && !rest.startsWith("/"))) return undefined;
  return node.path + rest + search;
}

/** The address in the console for any frame address; undefined for all other addresses. */
export function placeInConsole(leaves: readonly Leaf[], where: Where): string | undefined {
  const framed = leaves.filter(({ react }) => !react);
  return framed.map((leaf) => outerAddress(leaf, where)).find((place) => place !== undefined);
}

/**
 * Reserved names in addresses (specification 3, section 2.1): cluster problems are handled on the cluster management
 * page, and the other names are nodes of the System area.
 */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["mixedVersion", "clusterManagement"],
  ["replicationFailure", "clusterManagement"],
  ["dependencyErrors", "system"],
  ["certificateExpiryWarnings", "system"],
  ["cloudIdentityRepository", "pingOneConnections"],
]);

/** The path of the node that the first segment of a path names, with the rest; undefined if it names none. */
export function namedPlace(tree: readonly NavItem[], { pathname, search }: Where): string | undefined {
  const [, name = "", ...rest] = pathname.split("/");
  const path = nodesOf(tree).find(({ id }) => id === (NAMES.get(name) ?? name))?.path;
  const place = path && [path, ...rest].join("/");
  return place && place !== pathname ? place + search : undefined;
}

function nodesOf(tree: readonly NavItem[]): NavItem[] {
  return tree.flatMap((node) => [node, ...nodesOf(node.children)]);
}

/** The leaf that a path belongs to, if the server renders its pages. */
export function frameNode(leaves: readonly Leaf[], path: string): Leaf | undefined {
  return leaves.find((leaf) => !leaf.react && (path === leaf.path || path.startsWith(`${leaf.path}/`)));
}
