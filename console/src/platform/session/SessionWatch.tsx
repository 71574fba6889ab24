import { focusManager } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { forgetToken } from "../api/client.ts";
import { logInAgain, stayTimedOut } from "../api/leave.ts";
import { extendSession } from "../api/session.ts";
import { IdleWatch } from "./idle.ts";
import { latestActivity, listen, noteActivity } from "./tabs.ts";

/** `timeout` is in milliseconds. Extends the server's session on clicks, and shows a dialog after inactivity. */
export function SessionWatch({ timeout }: { timeout: number }) {
  const [timedOut, setTimedOut] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType>();

  // Loaded after the first paint, long before it is needed: the server may be unreachable by then.
  useEffect(() => {
    void import("./TimedOut.tsx").then(({ TimedOut }) => setDialog(() => TimedOut));
  }, []);

  // Another tab signed out or in: the session of this page has ended.
  useEffect(() => listen((event) => (event === "ended" ? logInAgain() : window.location.reload())), []);

  useEffect(() => {
    const watch = new IdleWatch({
      timeout,
      now: () => Date.now(),
      latest: latestActivity,
      // A failed extension needs no message: the next call detects a lost session and leads to log-out.
      extend: extendSession,
      onTimeout: () => {
        stayTimedOut();
        // After the timeout, queries treat the page as hidden and no longer read anything.
        focusManager.setFocused(false);
        forgetToken();
        setTimedOut(true);
      },
    });
    const click = () => {
      if (watch.activity()) noteActivity();
    };
    const check = () => watch.check();
    const stopHearing = onOutsideActivity(click);
    document.addEventListener("click", click, { capture: true, passive: true });
    document.addEventListener("visibilitychange", check);
    return () => {
      document.removeEventListener("click", click, { capture: true });
      document.removeEventListener("visibilitychange", check);
      stopHearing();
      focusManager.setFocused(undefined);
      watch.stop();
    };
  }, [timeout]);

  return timedOut && Dialog ? <Dialog /> : null;
}

/** Called on activity other than a click on this page: a frame page reports it (specification 3, section 2.7). */
const listeners = new Set<() => void>();

export function noteOutsideActivity(): void {
  for (const listener of listeners) listener();
}

/** Returns a function that stops this. */
function onOutsideActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
