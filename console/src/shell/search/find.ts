/**
 * Finding a place of the console by what somebody types. No React here.
 *
 * What is searched here is a list of places, which are made from the navigation tree: that has only what the person may
 * see. What is configured is searched by the server, and becomes places too (`configured.ts`).
 */
import type { NavItem } from "../../platform/api/session.ts";

/** Something that can be opened. */
export interface Place {
  id: string;
  label: string;
  path: string;
  /** The heading that it is listed below. */
  area: string;
  /** What it is part of, within the area. */
  within: string | undefined;
  /** Other words by which it is found. */
  keywords?: readonly string[];
}

/** Places of one area, the best first. */
export interface Group {
  area: string;
  /** Whether there are more than these. */
  hasMore?: boolean;
  places: Place[];
}

/** Every place of the tree, in order; an area's own page comes before what is in it. */
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

/** The places that have every word of the query, by area; areas and places with the better match first. */
export function find(places: readonly Place[], query: string): Group[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const found = places
    .map((place) => ({ place, rank: rankOf(place, words) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((one, other) => one.rank - other.rank); // The sort is stable: equals keep the tree's order.
  const groups = new Map<string, Place[]>();
  for (const { place } of found) groups.set(place.area, [...(groups.get(place.area) ?? []), place]);
  return [...groups].map(([area, all]) => ({ area, places: all }));
}

/** Where in the label the query's words are, as [start, end), in order and without overlap. */
export function matches(label: string, query: string): [number, number][] {
  const folded = fold(label);
  if (folded.length !== label.length) return []; // Positions would not be the label's own.
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

/** How well a place fits: 0 is best, infinity does not fit. */
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

/** Without case and accents. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
