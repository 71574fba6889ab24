/**
 * The start of the page: leaves a foreign frame, reads the session, and loads the console, the setup wizard or the
 * log-in screen. Each is a bundle of its own, so that the log-in screen stays small.
 */

import "@patternfly/react-core/dist/styles/base.css";
import "./platform/ui/identity.css";
import "./platform/ui/adjustments.css";
import { isUnavailable, isUnreachable } from "./platform/api/errors.ts";
import { leaveToLogout } from "./platform/api/leave.ts";
import { openedIn } from "./platform/api/pageSession.ts";
import { readSession } from "./platform/api/session.ts";
import { loadMessages } from "./platform/locale.ts";
import { breakOutOfFrame, choose, reloadAfterUpgrade } from "./shell/start/boot.ts";

async function start(): Promise<void> {
  if (breakOutOfFrame(window)) return;
  reloadAfterUpgrade(window);
  // Needed for every kind of session, so it is loaded in parallel.
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
      return (await import("./shell/start/console.tsx")).mountConsole(root, choice.session);
    case "setup":
      return (await import("./shell/start/setup.tsx")).mountSetup(root);
    case "login":
      return (await import("./shell/start/login.tsx")).mountLogin(root);
    case "unreachable":
    case "unavailable":
      return (await import("./shell/start/unreachable.tsx")).mountUnreachable(root, choice.kind);
  }
}

void start();
