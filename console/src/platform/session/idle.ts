/** Watches for a person who has gone away. Knows time and timers only. */
import { OneAtATime } from "./oneAtATime.ts";

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
