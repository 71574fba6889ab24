import { focusManager } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { forgetToken } from "../api/client.ts";
import { logInAgain, stayTimedOut } from "../api/leave.ts";
import { extendSession } from "../api/session.ts";
import { OneAtATime } from "./oneAtATime.ts";
import { latestActivity, listen, noteActivity } from "./tabs.ts";

/** `timeout` is in milliseconds. Extends the server's session on clicks, and says so when no tab had one for too long. */
export function SessionWatch({ timeout }: { timeout: number }) {
  const [timedOut, setTimedOut] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType>();

  // Loaded after the first paint, and long before it is needed: the server may be away by then.
  useEffect(() => {
    void import("./TimedOut.tsx").then(({ TimedOut }) => setDialog(() => TimedOut));
  }, []);

  // Another tab signed out, or somebody signed in there: what this one shows belongs to a session that is over.
  useEffect(() => listen((event) => (event === "ended" ? logInAgain() : window.location.reload())), []);

  useEffect(() => {
    const watch = new IdleWatch({
      timeout,
      now: () => Date.now(),
      latest: latestActivity,
      // A failed extension needs no message: a lost session shows at the next call, which leads to log-out.
      extend: extendSession,
      onTimeout: () => {
        stayTimedOut();
        // Nothing is read any more for a person who is away: to the queries the page is as one that nobody sees.
        focusManager.setFocused(false);
        forgetToken();
        setTimedOut(true);
      },
    });
    const click = () => {
      if (watch.activity()) noteActivity();
    };
    const look = () => watch.check();
    const stopHearing = onOutsideActivity(click);
    document.addEventListener("click", click, { capture: true, passive: true });
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("click", click, { capture: true });
      document.removeEventListener("visibilitychange", look);
      stopHearing();
      focusManager.setFocused(undefined);
      watch.stop();
    };
  }, [timeout]);

  return timedOut && Dialog ? <Dialog /> : null;
}

interface IdleWatchParts {
  /** Milliseconds without activity after which `onTimeout` is called, once. */
  timeout: number;
  now: () => number;
  /** When another tab of the same session last saw somebody, if it said so. */
  latest: () => number | undefined;
  /** Tells the server of a click, and is done once it knows. */
  extend: () => Promise<void>;
  onTimeout: () => void;
}

/** Watches for a person who has gone away. Knows time and timers only. */
export class IdleWatch {
  readonly #parts: IdleWatchParts;
  #lastActivity: number;
  /** Each click extends (specification 3, section 4): those that come while one is on its way go together after it. */
  readonly #extension: OneAtATime;
  #over = false;
  #idle: ReturnType<typeof setTimeout>;

  constructor(parts: IdleWatchParts) {
    this.#parts = parts;
    this.#extension = new OneAtATime(parts.extend);
    const now = parts.now();
    const elsewhere = parts.latest() ?? now;
    // A new tab goes on with the session's time; opening it is no click.
    this.#lastActivity = elsewhere <= now && now - elsewhere < parts.timeout ? elsewhere : now;
    this.#idle = setTimeout(() => this.check(), this.#lastActivity + parts.timeout - now);
  }

  /** Somebody clicked: the time starts anew, and the server hears of it. False when it was too late. */
  activity(): boolean {
    this.check();
    if (this.#over) return false;
    this.#lastActivity = this.#parts.now();
    this.#extension.ask();
    return true;
  }

  /** Compares with the clock. Timers stand still while a machine sleeps, so this is also called when the page shows. */
  check(): void {
    if (this.#over) return;
    const now = this.#parts.now();
    // A clock that was set back must not keep a session alive for as long as it went.
    this.#lastActivity = Math.max(this.#lastActivity, Math.min(this.#parts.latest() ?? 0, now));
    const left = this.#lastActivity + this.#parts.timeout - now;
    clearTimeout(this.#idle);
    if (left > 0) {
      this.#idle = setTimeout(() => this.check(), left);
      return;
    }
    this.stop();
    this.#parts.onTimeout();
  }

  stop(): void {
    this.#over = true;
    clearTimeout(this.#idle);
    this.#extension.stop();
  }
}

/** Those who ask for activity that is no click on this page: the inner frame tells of it (specification 3, section 2.7). */
const listeners = new Set<() => void>();

export function noteOutsideActivity(): void {
  for (const listener of listeners) listener();
}

/** Answers how to stop. */
function onOutsideActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
