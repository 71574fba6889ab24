/** Checks before a form is sent that the server would accept it; otherwise the form would be lost with its page. */

/** "Over" means that the session has ended, "away" that the server does not answer. */
export type Reach = "there" | "over" | "away";

const PATIENCE_MS = 10_000;

export async function reach(): Promise<Reach> {
  const how = { headers: { "X-XSRF-Header": "console" }, signal: AbortSignal.timeout(PATIENCE_MS) };
  const answer = await fetch("/pf-admin-ui/session", how).catch(() => undefined);
  if (answer?.status === 401) return "over";
  return answer?.ok ? "there" : "away";
}

/** The anti-forgery token of the current session's forms, which is on every page with a form. */
export async function freshToken(page: string): Promise<string | undefined> {
  const answer = await fetch(page).catch(() => undefined);
  const text = answer?.ok ? await answer.text() : "";
  return /name="_token" value="([^"]+)"/.exec(text)?.[1];
}
