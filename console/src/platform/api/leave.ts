/**
 * Ways out of the console. Each replaces the page, so nothing that was in memory (the token above all) survives.
 * The log-out service keeps the query string and ends at /login, so what is put here is what log-in finds.
 */
import { pageSession } from "./pageSession.ts";

const LOGOUT_PATH = "/pf-admin-ui/logout";
const LOGIN_PATH = "/login";
/** What is put into the query string here, and is no page's. */
const OWN_PARAMETERS = ["target", "reason", "session"];

export type LeaveReason = "unauthorized";

/**
 * Where log-out for a lost session or token goes: the present query string, plus the path to come back to. That path
 * has no query of its own, so that the address of log-in does not say it twice. It names the session that was lost, as
 * the only one to end; the service does not pass that on.
 */
export function logoutAddress(here: Pick<Location, "pathname" | "search">, reason?: LeaveReason): string {
  const query = new URLSearchParams(here.search);
  if (here.pathname !== "/" && here.pathname !== LOGIN_PATH) query.set("target", here.pathname);
  if (reason) query.set("reason", reason);
  query.set("session", pageSession());
  return `${LOGOUT_PATH}?${query}`;
}

/**
 * Whether somebody signs out on this page, or the page says that the session has timed out. What is asked for meanwhile
 * fails, and is no reason to leave otherwise.
 */
let staying = false;

/** The session or the token is gone: leave through the log-out service. */
export function leaveToLogout(reason?: LeaveReason): void {
  if (!staying) window.location.assign(logoutAddress(window.location, reason));
}

/** The session has timed out, and the page says so until somebody wants to log in again. */
export function stayTimedOut(): void {
  staying = true;
}

/** From a page that stayed, or of whose session another one has told that it ended. */
export function logInAgain(): void {
  staying = false;
  leaveToLogout();
}

/** The administrator signs out, of whatever session the browser has; there is no place to come back to. */
export function signOut(): void {
  staying = true;
  // A browser may keep the page as it is and show it again.
  window.addEventListener("pageshow", pageShown, { once: true });
  window.location.assign(LOGOUT_PATH);
}

function pageShown(): void {
  staying = false;
}

/**
 * The path that log-in goes on to, with the query string that log-out kept. Only a path of this origin is followed: "//host" and "/\host" name another host
 * to a browser, and an attacker who can choose the query string must not choose where a fresh session lands.
 */
export function targetAfterLogin(search: string, origin: string): string {
  const query = new URLSearchParams(search);
  const target = query.get("target");
  if (!target?.startsWith("/") || /^\/[/\\]/.test(target)) return "/";
  const url = URL.parse(target, origin);
  if (!url || url.origin !== origin || url.pathname === LOGIN_PATH) return "/";
  for (const name of OWN_PARAMETERS) query.delete(name);
  // A link that somebody made may have a query within its target: that one is left as it is.
  const kept = query.toString();
  return url.pathname + (url.search || (kept && `?${kept}`)) + url.hash;
}
