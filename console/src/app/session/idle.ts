/** Watches for a person who has gone away. Knows time and timers only. */

/** One extension at most in this time: "each click extends" must not become a call per click of a fast hand. */
const EXTEND_EVERY_MS = 10_000;

interface IdleWatchParts {
  /** Milliseconds without activity after which `onTimeout` is called, once. */
  timeout: number;
  now: () => number;
  /** When another tab of the same session last saw somebody, if it said so. */
  latest: () => number | undefined;
  extend: () => void;
  onTimeout: () => void;
}

export class IdleWatch {
  readonly #parts: IdleWatchParts;
  #lastActivity: number;
  #lastExtension = Number.NEGATIVE_INFINITY;
  #over = false;
  #idle: ReturnType<typeof setTimeout>;
  #trailing: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: IdleWatchParts) {
    this.#parts = parts;
    const now = parts.now();
    const elsewhere = parts.latest() ?? now;
    // A new tab goes on with the session's time; opening it is no click.
    this.#lastActivity = elsewhere <= now && now - elsewhere < parts.timeout ? elsewhere : now;
    this.#idle = setTimeout(() => this.check(), this.#lastActivity + parts.timeout - now);
  }

  /** Somebody clicked: the time starts anew, and the server hears of it now or soon. False when it was too late. */
  activity(): boolean {
    this.check();
    if (this.#over) return false;
    const now = this.#parts.now();
    this.#lastActivity = now;
    const wait = this.#lastExtension + EXTEND_EVERY_MS - now;
    if (wait <= 0) this.#extend();
    else this.#trailing ??= setTimeout(() => this.#extend(), wait);
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
    clearTimeout(this.#trailing);
  }

  #extend(): void {
    this.#trailing = undefined;
    this.#lastExtension = this.#parts.now();
    this.#parts.extend();
  }
}
