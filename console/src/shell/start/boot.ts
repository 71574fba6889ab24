/** Decides what the page shows first (specification 3, section 2.1). */

import { paths } from "../../paths.ts";
import { targetAfterLogin } from "../../platform/api/leave.ts";
import type { SessionAnswer } from "../../platform/api/session.ts";
import type { Session } from "../../platform/session/SessionProvider.tsx";

export type Choice =
  | { kind: "console"; session: Session }
  | { kind: "setup" }
  | { kind: "login" }
  | { kind: "unreachable" }
  | { kind: "unavailable" }
  | { kind: "go"; path: string }
  | { kind: "leave" };

/** Decides from the address and the session; `undefined` means that the server knows no session. */
export function choose(
  here: Pick<Location, "pathname" | "search" | "origin">,
  answer: SessionAnswer | "unreachable" | "unavailable" | undefined,
): Choice {
  if (typeof answer === "string") return { kind: answer };
  const session = answer && toSession(answer);
  if (session) {
    if (here.pathname !== paths.login) return { kind: "console", session };
    return { kind: "go", path: targetAfterLogin(here.search, here.origin) };
  }
  if (answer && !answer.initialSetupComplete) return { kind: "setup" };
  return { kind: here.pathname === paths.login ? "login" : "leave" };
}

/** Navigates the top window here if this page is in a frame. Returns true if it did; nothing else may run then. */
export function breakOutOfFrame(view: Pick<Window, "top" | "location"> & { self: unknown }): boolean {
  if (!view.top || view.top === view.self) return false;
  view.top.location.href = paths.home;
  return true;
}

/** The session of a signed-in administrator; undefined if the answer contains none. */
function toSession(answer: SessionAnswer): Session | undefined {
  if (!answer.username) return undefined;
  return { username: answer.username, roles: new Set(answer.roles ?? []), auditor: answer.auditor ?? false };
}

const RELOADED_AT = "hanse.reloadedAt";
const RELOAD_PAUSE_MS = 60_000;

/** After an upgrade an open page requests files that no longer exist: reload the page, but not in a loop. */
export function reloadAfterUpgrade(view: Window): void {
  view.addEventListener("vite:preloadError", (event) => {
    const last = Number(view.sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last < RELOAD_PAUSE_MS) return;
    view.sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    event.preventDefault();
    view.location.reload();
  });
}
