/** The bearer token of the admin API: in memory only, renewed before it ends, fetched once however many calls wait. */

export interface IssuedToken {
  access_token: string;
  /** Seconds. */
  expires_in: number;
}

/** A token is not used in its last moments, so that it does not end on its way to the server. */
const MARGIN_MS = 30_000;

export class TokenSource {
  readonly #issue: () => Promise<IssuedToken>;
  readonly #now: () => number;
  #token: { text: string; usableUntil: number } | undefined;
  #waiting: Promise<string> | undefined;

  /** `issue` asks the server for a token; `now` is in milliseconds. */
  constructor(issue: () => Promise<IssuedToken>, now: () => number) {
    this.#issue = issue;
    this.#now = now;
  }

  /** Returns a token that is good for now. Rejects as `issue` does. */
  async get(): Promise<string> {
    if (this.#token && this.#now() < this.#token.usableUntil) return this.#token.text;
    this.#waiting ??= this.#renew().finally(() => {
      this.#waiting = undefined;
    });
    return this.#waiting;
  }

  /** Drops a token that the server no longer takes, unless a newer one has already come. */
  forget(text?: string): void {
    if (text === undefined || this.#token?.text === text) this.#token = undefined;
  }

  async #renew(): Promise<string> {
    const issued = await this.#issue();
    const lifetime = issued.expires_in * 1000;
    // A token shorter than two margins is used for half of its life: it would otherwise be fetched for every call.
    const usable = Math.max(lifetime - MARGIN_MS, lifetime / 2);
    this.#token = { text: issued.access_token, usableUntil: this.#now() + usable };
    return issued.access_token;
  }
}
