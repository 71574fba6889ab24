/**
 * The session that this page was opened in, by its public name: it opens nothing, so it may stand in an address. The
 * cookie belongs to the whole browser and may name a newer session, of another person even. The server then answers
 * this page as it answers a stranger, and this page's way out does not end the other session.
 */
let handle = "";

/** Says which session it is; a page without one belongs to none. */
export function openedIn(name: string | null | undefined): void {
  handle = name ?? "";
}

export function pageSession(): string {
  return handle;
}
