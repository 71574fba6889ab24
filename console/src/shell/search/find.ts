/**
 * Finds pages of the console by typed words. No React here. The searched places are made from the navigation tree,
 * which contains only what the administrator may see. The server searches the configuration, and its results become
 * places too (`configured.ts`).
 */
import type { NavItem } from "../../platform/api/session.ts";

/** A page that can be opened. */
export interface Place {
  id: string;
  label: string;
  path: string;
  /** The heading under which it is listed. */
  area: string;
  /** Its parent within the area. */
  within: string | undefined;
  /** Additional search words. */
  keywords?: readonly string[];
}

/** The results of one area, the best first. */
export interface Group {
  area: string;
  /** True if there are more results. */
  hasMore?: boolean;
  places: Place[];
}

/** All places of the tree, in order; an area's own page comes before its children. */
export function placesOf(tree: readonly NavItem[]): Place[] {
  return tree.flatMap((area) => placesIn(area, area.label, undefined));
}

function placesIn(node: NavItem, area: string, within: string | undefined): Place[] {
  const below = node.level === "SECONDARY" ? node.label : within;
  return [
    ...(node.path
      ? [{ id: node.id, label: node.label, path: node.path, area, within, keywords: node.keywords ?? [] }]
      : []),
    ...node.children.flatMap((child) => placesIn(child, area, below)),
  ];
}

/** The places that contain every word of the query, by area; better matches first. */
export function find(places: readonly Place[], query: string): Group[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const found = places
    .map((place) => ({ place, rank: rankOf(place, words) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((one, other) => one.rank - other.rank); // The sort is stable: equal matches keep the tree's order.
  const groups = new Map<string, Place[]>();
  for (const { place } of found) groups.set(place.area, [...(groups.get(place.area) ?? []), place]);
  return [...groups].map(([area, all]) => ({ area, places: all }));
}

/** The positions of the query's words in the label, as [start, end), in order and without overlap. */
export function matches(label: string, query: string): [number, number][] {
  const folded = fold(label);
  if (folded.length !== label.length) return []; // Positions would not be those of the label.
  const spans = fold(query)
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word): [number, number][] => {
      const start = folded.indexOf(word);
      return start < 0 ? [] : [[start, start + word.length]];
    })
    .sort(([one], [other]) => one - other);
  return spans.filter(([start], index) => index === 0 || start >= (spans[index - 1]?.[1] ?? 0));
}

/** The rank of a match: 0 is the best, infinity is no match. */
function rankOf(place: Place, words: readonly string[]): number {
  return words.reduce((sum, word) => sum + rankOfWord(place, word), 0);
}

function rankOfWord({ label, within, area, path, keywords = [] }: Place, word: string): number {
  const folded = fold(label);
  if (folded.startsWith(word)) return 0;
  const parts = folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (parts.some((part) => part.startsWith(word))) return 1;
  const initials = parts.map((part) => part[0]).join("");
  if (word.length > 1 && initials.startsWith(word)) return 2;
  if (folded.includes(word) || keywords.some((keyword) => fold(keyword).startsWith(word))) return 3;
  if (fold(`${within ?? ""} ${area}`).includes(word)) return 4;
  return path.includes(word) ? 5 : Number.POSITIVE_INFINITY;
}

/** Removes case and accents. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
