/** Whether a form that is sent now would arrive; asked before it is, because it would be gone with its page otherwise. */

/** Over is the session, away the server. */
export type Reach = "there" | "over" | "away";

const PATIENCE_MS = 10_000;

export async function reach(): Promise<Reach> {
  const how = { headers: { "X-XSRF-Header": "console" }, signal: AbortSignal.timeout(PATIENCE_MS) };
  const answer = await fetch("/pf-admin-ui/session", how).catch(() => undefined);
  if (answer?.status === 401) return "over";
  return answer?.ok ? "there" : "away";
}

/** The token that forms of the session carry that has begun since: it is on every page with one. */
export async function freshToken(page: string): Promise<string | undefined> {
  const answer = await fetch(page).catch(() => undefined);
  const text = answer?.ok ? await answer.text() : "";
  return /name="_token" value="([^"]+)"/.exec(text)?.[1];
}
