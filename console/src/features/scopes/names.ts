/** Names of scopes in a list. */

/** Puts a scope among others, where its name belongs. */
export function withScope(scopes: readonly string[], name: string): readonly string[] {
  return scopes.includes(name) ? scopes : [...scopes, name].sort(inOrder);
}

export function withoutScope(scopes: readonly string[], name: string): readonly string[] {
  return scopes.filter((one) => one !== name);
}

/** As the server sorts names: letters of either case together. */
export function inOrder(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a !== b) return a < b ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}
