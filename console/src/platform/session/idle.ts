/** Detects inactivity. Depends on time and timers only. */
import { OneAtATime } from "./oneAtATime.ts";

interface IdleWatchParts {
  /** Milliseconds without activity after which `onTimeout` is called, once. */
  timeout: number;
  now: () => number;
  /** The time of the last activity in another tab of the same session, if reported. */
  latest: () => number | undefined;
  /** Reports a click to the server; resolves when the server has answered. */
  extend: () => Promise<void>;
  onTimeout: () => void;
}

export class IdleWatch {
  readonly #parts: IdleWatchParts;
  #lastActivity: number;
  /** Each click extends the session (specification 3, section 4); clicks during a request are reported after it. */
  readonly #extension: OneAtATime;
  #over = false;
  #idle: ReturnType<typeof setTimeout>;

  constructor(parts: IdleWatchParts) {
    this.#parts = parts;
    this.#extension = new OneAtATime(parts.extend);
    const now = parts.now();
    const elsewhere = parts.latest() ?? now;
    // A new tab continues with the session's time; opening it is not activity.
    this.#lastActivity = elsewhere <= now && now - elsewhere < parts.timeout ? elsewhere : now;
    this.#idle = setTimeout(() => this.check(), this.#lastActivity + parts.timeout - now);
  }

  /** Records a click: restarts the timeout and reports it to the server. Returns false if the timeout has passed. */
  activity(): boolean {
    this.check();
    if (this.#over) return false;
    this.#lastActivity = this.#parts.now();
    this.#extension.request();
    return true;
  }

  /** Compares with the clock. Timers stop while a machine sleeps, so this is also called when the page is shown. */
  check(): void {
    if (this.#over) return;
    const now = this.#parts.now();
    // A clock that was set back must not extend the session by the difference.
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
