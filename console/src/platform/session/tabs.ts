/**
 * Messages between the tabs of a browser, which share one session: the last activity, and the start or end of a
 * session. They use the shared local storage, so that a tab that the browser had suspended can read what it missed. If
 * the browser blocks storage, each tab works alone.
 */
import { pageSession } from "../api/pageSession.ts";

const ACTIVITY = "hanse.activity";
const SESSION = "hanse.session";

export type SessionEvent = "begun" | "ended";

/** Reports activity to the other tabs. */
export function noteActivity(now = Date.now()): void {
  write(ACTIVITY, String(now));
}

/** The time of the last activity in any tab, in milliseconds; undefined if none was reported. */
export function latestActivity(): number | undefined {
  const text = read(ACTIVITY);
  return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/**
 * Reports the start or end of a session to the other tabs, or only to those of one session, by its public handle.
 * Starting a session is activity.
 */
export function reportSession(event: SessionEvent, session = ""): void {
  if (event === "begun") noteActivity();
  // Each event has a unique text, because storage reports only changes.
  write(SESSION, `${event} ${Date.now()} ${session}`);
}

/** Calls back with events of other tabs about this page's session. Returns a function that stops this. */
export function listen(onEvent: (event: SessionEvent) => void): () => void {
  function receive({ key, newValue }: StorageEvent): void {
    const [event, , session] = newValue?.split(" ") ?? [];
    if (key !== SESSION || (session && session !== pageSession())) return;
    if (event === "begun" || event === "ended") onEvent(event);
  }
  window.addEventListener("storage", receive);
  return () => window.removeEventListener("storage", receive);
}

function write(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Storage may be disabled or full.
  }
}

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}
