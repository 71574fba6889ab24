/** Loads the state of the setup before anything is shown. It never rejects: every outcome is a phase. */
import * as api from "./api.ts";
import type { Facts } from "./draft.ts";
import type { Failure } from "./Ended.tsx";
import { isRefusal } from "./finish.ts";

export type Phase =
  | { kind: "loading" }
  | { kind: "terms"; agreement: string }
  | { kind: "steps"; facts: Facts; finishing: boolean }
  | { kind: "canceled" }
  /** This caller may not run the setup: it is neither on the server's machine nor used the one-time link. */
  | { kind: "linkRequired" }
  | { kind: "failed"; failure: Failure }
  /** Somebody has signed in meanwhile, perhaps after this very wizard: the page must be reloaded. */
  | { kind: "over" };

/** Shows the terms unless they were accepted. `onInfo` receives the parts of the dialog's title. */
export function begin(onInfo: (info: api.SetupInfo) => void): Promise<Phase> {
  return guarded(async () => {
    const [info, accepted] = await Promise.all([api.readSetupInfo(), api.readTermsAccepted()]);
    onInfo(info);
    return accepted ? toSteps() : { kind: "terms", agreement: await api.readTerms() };
  });
}

/** Continues from the accepted terms to the first step. */
export function beginSteps(): Promise<Phase> {
  return guarded(toSteps);
}

async function toSteps(): Promise<Phase> {
  const [defaultBaseUrl, passwordRules, license] = await Promise.all([
    api.readDefaultBaseUrl(),
    api.readPasswordRules(),
    api.readUsableLicense(),
  ]);
  return { kind: "steps", facts: { defaultBaseUrl, passwordRules, license }, finishing: false };
}

async function guarded(run: () => Promise<Phase>): Promise<Phase> {
  try {
    return await run();
  } catch (error) {
    const standing = isRefusal(error) ? await api.readStanding().catch(() => "unknown") : "unknown";
    if (standing === "over" || standing === "linkRequired") return { kind: standing };
    return { kind: "failed", failure: { error } };
  }
}
