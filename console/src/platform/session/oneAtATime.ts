/**
 * A call that goes out once at a time. Whoever asks for it while it runs has it run once more after that, so that the last
 * who asked is never left out, and a hundred who ask at once cost two calls.
 */
export class OneAtATime {
  readonly #run: () => Promise<unknown>;
  readonly #restMs: number;
  #isRunning = false;
  #isAsked = false;
  #isOver = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** From the beginning of one run to that of the next there are at least `restMs`. */
  constructor(run: () => Promise<unknown>, restMs = 0) {
    this.#run = run;
    this.#restMs = restMs;
  }

  ask(): void {
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
      // What fails is asked for again by whoever comes next.
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
