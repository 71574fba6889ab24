/**
 * Ways out of the console. Each replaces the page, so nothing that was in memory (the token above all) survives.
 * The log-out service keeps the query string and ends at /login, so what is put here is what log-in finds.
 */

const LOGOUT_PATH = "/pf-admin-ui/logout";
const LOGIN_PATH = "/login";

export type LeaveReason = "unauthorized";

/** Where log-out for a lost session or token goes: the present query string, plus the place to come back to. */
export function logoutAddress(here: Pick<Location, "pathname" | "search">, reason?: LeaveReason): string {
  const query = new URLSearchParams(here.search);
  if (here.pathname !== "/" && here.pathname !== LOGIN_PATH) query.set("target", here.pathname + here.search);
  if (reason) query.set("reason", reason);
  const text = query.toString();
  return text ? `${LOGOUT_PATH}?${text}` : LOGOUT_PATH;
}

/** The session or the token is gone: leave through the log-out service. */
export function leaveToLogout(reason?: LeaveReason): void {
  window.location.assign(logoutAddress(window.location, reason));
}

/** The administrator signs out; there is no place to come back to. */
export function signOut(): void {
  window.location.assign(LOGOUT_PATH);
}

/**
 * The path that log-in goes on to. Only a path of this origin is followed: "//host" and "/\host" name another host
 * to a browser, and an attacker who can choose the query string must not choose where a fresh session lands.
 */
export function targetAfterLogin(search: string, origin: string): string {
  const target = new URLSearchParams(search).get("target");
  if (!target?.startsWith("/") || /^\/[/\\]/.test(target)) return "/";
  const url = URL.parse(target, origin);
  if (!url || url.origin !== origin || url.pathname === LOGIN_PATH) return "/";
  return url.pathname + url.search + url.hash;
}
