/**
 * Ways out of the console. Each replaces the page, so nothing in memory (above all the token) survives. The log-out
 * service keeps the query string and ends at /login, so the log-in screen finds the parameters set here.
 */
import { pageSession } from "./pageSession.ts";

const LOGOUT_PATH = "/pf-admin-ui/logout";
const LOGIN_PATH = "/login";
/** The query parameters that this file adds; pages do not use them. */
const OWN_PARAMETERS = ["target", "reason", "session"];

export type LeaveReason = "unauthorized";

/**
 * The log-out address for a lost session or token: the present query string, plus the path to return to. The path has
 * no query of its own, because that would repeat the query. It names the lost session as the only one to end; the
 * service does not pass that parameter on.
 */
export function logoutAddress(here: Pick<Location, "pathname" | "search">, reason?: LeaveReason): string {
  const query = new URLSearchParams(here.search);
  if (here.pathname !== "/" && here.pathname !== LOGIN_PATH) query.set("target", here.pathname);
  if (reason) query.set("reason", reason);
  query.set("session", pageSession());
  return `${LOGOUT_PATH}?${query}`;
}

/**
 * True while the user signs out on this page, or the page says that the session has timed out. Calls that fail
 * meanwhile are no other reason to leave.
 */
let staying = false;

/** Leaves through the log-out service because the session or the token is gone. */
export function leaveToLogout(reason?: LeaveReason): void {
  if (!staying) window.location.assign(logoutAddress(window.location, reason));
}

/** Called when the session has timed out. The page says so until the user chooses to log in again. */
export function stayTimedOut(): void {
  staying = true;
}

/** Leaves a page that stayed open after its session ended, here or in another tab. */
export function logInAgain(): void {
  staying = false;
  leaveToLogout();
}

/** The administrator signs out of the browser's current session; there is no path to return to. */
export function signOut(): void {
  staying = true;
  // Browsers may cache the page and show it again.
  window.addEventListener("pageshow", pageShown, { once: true });
  window.location.assign(LOGOUT_PATH);
}

function pageShown(): void {
  staying = false;
}

/**
 * The path to open after log-in, with the query string that log-out kept. Only a path of this origin is followed:
 * browsers read "//host" and "/\host" as another host, and an attacker must not choose where a fresh session lands.
 */
export function targetAfterLogin(search: string, origin: string): string {
  const query = new URLSearchParams(search);
  const target = query.get("target");
  if (!target?.startsWith("/") || /^\/[/\\]/.test(target)) return "/";
  const url = URL.parse(target, origin);
  if (!url || url.origin !== origin || url.pathname === LOGIN_PATH) return "/";
  for (const name of OWN_PARAMETERS) query.delete(name);
  // A link made by hand may have a query within its target, which is left unchanged.
  const kept = query.toString();
  return url.pathname + (url.search || (kept && `?${kept}`)) + url.hash;
}
