/**
 * The start of the page: leave a foreign frame, read the session, and load what it calls for — the console, the
 * set-up wizard or the log-in screen. Each is a bundle of its own, so that log-in stays small.
 */
import "@patternfly/react-core/dist/styles/base.css";
import "./ui/identity.css";
import "./ui/adjustments.css";
import { isUnavailable, isUnreachable } from "./api/errors.ts";
import { leaveToLogout } from "./api/leave.ts";
import { openedIn } from "./api/pageSession.ts";
import { readSession } from "./api/session.ts";
import { breakOutOfFrame, choose } from "./app/boot.ts";
import { loadMessages } from "./app/locale.ts";
import { reloadAfterUpgrade } from "./app/upgrade.ts";

async function start(): Promise<void> {
  if (breakOutOfFrame(window)) return;
  reloadAfterUpgrade(window);
  // Needed whatever the session is like, so it is on its way meanwhile.
  void loadMessages("console");
  const answer = await readSession().catch((error: unknown) => {
    if (isUnavailable(error)) return "unavailable";
    return isUnreachable(error) ? "unreachable" : undefined;
  });
  if (typeof answer !== "string") openedIn(answer?.handle);
  const choice = choose(window.location, answer);
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root.");
  switch (choice.kind) {
    case "leave":
      return leaveToLogout();
    case "go":
      return window.location.replace(choice.path);
    case "console":
      return (await import("./app/console.tsx")).mountConsole(root, choice.session);
    case "setup":
      return (await import("./app/setup.tsx")).mountSetup(root);
    case "login":
      return (await import("./app/login.tsx")).mountLogin(root);
    case "unreachable":
    case "unavailable":
      return (await import("./app/unreachable.tsx")).mountUnreachable(root, choice.kind);
  }
}

void start();
