/** The selected scopes, in alphabetical order. */

/** Inserts a scope at its position in the alphabetical order. */
export function withScope(scopes: readonly string[], name: string): readonly string[] {
  return scopes.includes(name) ? scopes : [...scopes, name].sort(inOrder);
}

export function withoutScope(scopes: readonly string[], name: string): readonly string[] {
  return scopes.filter((one) => one !== name);
}

/** The sort order of the server, which ignores case. */
export function inOrder(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a !== b) return a < b ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}
