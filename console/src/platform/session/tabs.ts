/**
 * What the tabs of a browser, which share one session, tell each other: when somebody last clicked, and that a session
 * began or ended. It goes through the storage that they share, so that a tab which the browser had put to sleep reads
 * what it missed. A browser that refuses storage has tabs that know of themselves only.
 */
import { pageSession } from "../api/pageSession.ts";

const ACTIVITY = "hanse.activity";
const SESSION = "hanse.session";

export type SessionEvent = "begun" | "ended";

/** Tells the other tabs that somebody is there. */
export function noteActivity(now = Date.now()): void {
  write(ACTIVITY, String(now));
}

/** When somebody last clicked in any tab, in milliseconds; undefined when none has said. */
export function latestActivity(): number | undefined {
  const text = read(ACTIVITY);
  return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/**
 * Tells the other tabs what happened to the session, or to one of them only, by its public name. A session begins with
 * somebody who is there.
 */
export function tell(event: SessionEvent, session = ""): void {
  if (event === "begun") noteActivity();
  // Each event has a text of its own: storage tells of changes only.
  write(SESSION, `${event} ${Date.now()} ${session}`);
}

/** Calls back with what another tab tells of this page's session. Answers how to stop. */
export function listen(onEvent: (event: SessionEvent) => void): () => void {
  function heard({ key, newValue }: StorageEvent): void {
    const [event, , session] = newValue?.split(" ") ?? [];
    if (key !== SESSION || (session && session !== pageSession())) return;
    if (event === "begun" || event === "ended") onEvent(event);
  }
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}

function write(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Storage may be switched off or full.
  }
}

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}
