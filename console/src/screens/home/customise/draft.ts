/** A choice of shortcuts while it is being made; every change is a new value, and nothing counts before Save. */

/** The slots of the bar, and how many of the pages last used Restore Default keeps (specification 1, section 9). */
export const SLOTS = 11;
export const KEPT_RECENT = 5;

export interface Draft {
  /** The ids of the shortcuts, in the order of the bar. */
  items: readonly string[];
  /** The ids of the pages last used, newest first. */
  recent: readonly string[];
}

/** Puts a page at a place among the shortcuts, at their end by default. Nothing happens when it is there, or when all slots are taken. */
export function add(draft: Draft, id: string, place = draft.items.length): Draft {
  if (draft.items.includes(id) || draft.items.length >= SLOTS) return draft;
  return { ...draft, items: draft.items.toSpliced(place, 0, id) };
}

export function remove(draft: Draft, id: string): Draft {
  return { ...draft, items: draft.items.filter((one) => one !== id) };
}

/** Puts a shortcut at another place; the others make room. A place beyond the ends is the end. */
export function move(draft: Draft, id: string, place: number): Draft {
  if (!draft.items.includes(id)) return draft;
  const others = draft.items.filter((one) => one !== id);
  return { ...draft, items: others.toSpliced(Math.max(0, place), 0, id) };
}

export function clearRecent(draft: Draft): Draft {
  return { ...draft, recent: [] };
}

/** The shortcuts of one's roles, and the newest of the pages last used. */
export function restore(draft: Draft, defaults: readonly string[]): Draft {
  return { items: defaults.slice(0, SLOTS), recent: draft.recent.slice(0, KEPT_RECENT) };
}
