/** Activity that is no click on this page: the inner frame tells of it (specification 3, section 2.7). */

const listeners = new Set<() => void>();

export function noteOutsideActivity(): void {
  for (const listener of listeners) listener();
}

/** Answers how to stop. */
export function onOutsideActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
