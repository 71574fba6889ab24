/** The bearer token of the admin API: in memory only, renewed before it expires, and fetched once for all callers. */

export interface IssuedToken {
  access_token: string;
  /** Seconds. */
  expires_in: number;
}

/** A token is not used shortly before it expires, so that it does not expire on its way to the server. */
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

  /** Returns a valid token. Rejects as `issue` does. */
  async get(): Promise<string> {
    if (this.#token && this.#now() < this.#token.usableUntil) return this.#token.text;
    this.#waiting ??= this.#renew().finally(() => {
      this.#waiting = undefined;
    });
    return this.#waiting;
  }

  /** Drops a token that the server rejected, unless it was already replaced by a newer one. */
  forget(text?: string): void {
    if (text === undefined || this.#token?.text === text) this.#token = undefined;
  }

  async #renew(): Promise<string> {
    const issued = await this.#issue();
    const lifetime = issued.expires_in * 1000;
    // A token with a very short lifetime is used for half of it: it would otherwise be fetched for every call.
    const usable = Math.max(lifetime - MARGIN_MS, lifetime / 2);
    this.#token = { text: issued.access_token, usableUntil: this.#now() + usable };
    return issued.access_token;
  }
}
