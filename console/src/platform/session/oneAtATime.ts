/**
 * A call that runs only once at a time. Callers that arrive while it runs cause one more run after it, so that the last
 * caller is always served, and a hundred simultaneous callers cost two runs.
 */
export class OneAtATime {
  readonly #run: () => Promise<unknown>;
  readonly #restMs: number;
  #isRunning = false;
  #isAsked = false;
  #isOver = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** There are at least `restMs` between the start of one run and the next. */
  constructor(run: () => Promise<unknown>, restMs = 0) {
    this.#run = run;
    this.#restMs = restMs;
  }

  request(): void {
    if (this.#isOver) return;
    this.#isAsked = true;
    if (!this.#isRunning) void this.#work();
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#rest);
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    while (this.#isAsked && !this.#isOver) {
      this.#isAsked = false;
      // A failed run is repeated by the next caller.
      await Promise.all([this.#run().catch(() => undefined), this.#rested()]);
    }
    this.#isRunning = false;
  }

  #rested(): Promise<void> | undefined {
    if (this.#restMs === 0) return undefined;
    return new Promise((resolve) => {
      this.#rest = setTimeout(resolve, this.#restMs);
    });
  }
}
