/** Finish: the sequence of specification 3, section 4, in its order. Stops at the first failure. */

import { type Message, message } from "../../messages.ts";
import { ApiError } from "../../platform/api/errors.ts";
import { logIn } from "../../platform/api/session.ts";
import * as api from "./api.ts";

export const FINISH_STEPS = ["license", "account", "consoleRole", "activate", "baseUrl", "pingOne", "signIn"] as const;
export type FinishStep = (typeof FINISH_STEPS)[number];
export type StepState = "pending" | "running" | "done" | "skipped" | "failed";
export type Progress = Readonly<Record<FinishStep, StepState>>;

/** The user's choices; omitted ones are undefined. */
export interface Plan {
  baseUrl: string;
  /** The new license file in base64. */
  license: string | undefined;
  connection: { name: string; credential: string } | undefined;
  account: api.Credentials;
}

export type Outcome = { kind: "done" } | { kind: "failed"; step: FinishStep; error: unknown; progress: Progress };

type Run = () => Promise<"done" | "skipped">;

/** Runs the sequence and reports every change. Resolves also if a step fails. */
export async function finish(plan: Plan, report: (progress: Progress) => void): Promise<Outcome> {
  const runs = sequence(plan);
  let progress = Object.fromEntries(FINISH_STEPS.map((step) => [step, "pending"])) as Progress;
  const set = (step: FinishStep, state: StepState) => {
    progress = { ...progress, [step]: state };
    report(progress);
  };
  for (const step of FINISH_STEPS) {
    set(step, "running");
    try {
      set(step, await runs[step]());
    } catch (error) {
      set(step, "failed");
      return { kind: "failed", step, error, progress };
    }
  }
  return { kind: "done" };
}

function sequence({ baseUrl, license, connection, account }: Plan): Record<FinishStep, Run> {
  let passive = false;
  return {
    license: () => when(license, api.importLicense),
    account: () => done(api.createAccount(account)),
    consoleRole: async () => {
      passive = await api.isPassiveConsole(account);
      return "done";
    },
    activate: () => (passive ? done(api.activateConsole(account)) : skipped()),
    baseUrl: () => done(api.saveBaseUrl(account, baseUrl)),
    pingOne: () => when(connection, ({ name, credential }) => api.saveConnection(account, name, credential)),
    signIn: () => done(logIn(account.username, account.password)),
  };
}

function when<T>(value: T | undefined, run: (value: T) => Promise<void>): Promise<"done" | "skipped"> {
  return value === undefined ? skipped() : done(run(value));
}

async function done(work: Promise<void>): Promise<"done"> {
  await work;
  return "done";
}

async function skipped(): Promise<"skipped"> {
  return "skipped";
}

/** True if the server refused this caller, as it does after the setup is complete. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

/** The actions of Finish. */
export const finishStepText: Record<FinishStep, Message> = {
  license: message("setup.doLicense"),
  account: message("setup.doAccount"),
  consoleRole: message("setup.doConsoleRole"),
  activate: message("setup.doActivate"),
  baseUrl: message("setup.doBaseUrl"),
  pingOne: message("setup.pingOne"),
  signIn: message("setup.doSignIn"),
};

/** The texts of failed steps: two are quoted from the specification (section 8), the others are the labels above. */
export const finishFailureText: Record<FinishStep, Message> = {
  ...finishStepText,
  activate: message("setup.activateFailed"),
  baseUrl: message("setup.baseUrlFailed"),
};
