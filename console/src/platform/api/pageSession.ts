/**
 * The session in which this page was opened, by its public handle, which gives no access and may appear in a URL. The
 * cookie belongs to the whole browser and may name a newer session, even of another user. The server then treats this
 * page as unauthenticated, and leaving this page does not end the other session.
 */
let handle = "";

/** Sets the session of this page; a page without one belongs to no session. */
export function openedIn(name: string | null | undefined): void {
  handle = name ?? "";
}

export function pageSession(): string {
  return handle;
}
