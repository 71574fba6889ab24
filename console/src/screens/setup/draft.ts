/** The user's entries so far, and the check that they allow the next step. */
import * as v from "valibot";
import { organizationOf } from "../../features/pingOneCredential.ts";
import { type Message, message } from "../../messages.ts";
import type { LicenseInfo, PasswordRules } from "./api.ts";
import type { Plan } from "./finish.ts";
import { type BaseUrlProblem, baseUrlProblem, isStrong, isUsername, LONGEST_PASSWORD } from "./rules.ts";

export const STEPS = ["baseUrl", "pingOne", "license", "administrator", "review"] as const;
export type Step = (typeof STEPS)[number];

/** The server's state before the first step. */
export interface Facts {
  defaultBaseUrl: string;
  passwordRules: PasswordRules;
  /** The installed license, if it is valid. */
  license: LicenseInfo | undefined;
}

export interface Draft {
  baseUrl: string;
  connect: boolean;
  credential: string;
  username: string;
  password: string;
}

export type LicenseChoice =
  | { kind: "none" }
  | { kind: "refused"; file?: string | undefined; problem: Message }
  | { kind: "checking"; file: string }
  | { kind: "invalid"; file: string; messages: readonly string[] }
  | {
      kind: "valid";
      file: string;
      fileData: string;
      license: LicenseInfo | undefined;
      warnings: readonly string[];
    };

export function newDraft(facts: Facts): Draft {
  return { baseUrl: facts.defaultBaseUrl, connect: false, credential: "", username: "Administrator", password: "" };
}

/** The fields of a step, which its Next validates. */
export const FIELDS: Record<Step, readonly (keyof Draft)[]> = {
  baseUrl: ["baseUrl"],
  pingOne: ["credential"],
  license: [],
  administrator: ["username", "password"],
  review: [],
};

/** Errors are keys of the catalog. */
type ErrorKey = BaseUrlProblem | "usernameMalformed" | "passwordTooLong";
// An empty field is not an error yet: `blockedBy` reports it.
const check = (problem: (value: string) => ErrorKey | undefined) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.rawCheck(({ dataset, addIssue }) => {
      const found = dataset.typed && dataset.value !== "" ? problem(dataset.value) : undefined;
      if (found) addIssue({ message: found });
    }),
  );

export const draftSchema = v.object({
  baseUrl: check(baseUrlProblem),
  connect: v.boolean(),
  // Only the server can check a credential; see the step.
  credential: v.string(),
  username: check((value) => (isUsername(value) ? undefined : "usernameMalformed")),
  password: v.pipe(
    v.string(),
    v.check((value) => Array.from(value).length <= LONGEST_PASSWORD, "passwordTooLong" satisfies ErrorKey),
  ),
});

/** The reason why Next is blocked, as text; undefined if it is not. */
export function blockedBy(step: Step, draft: Draft, choice: LicenseChoice, facts: Facts): Message | undefined {
  switch (step) {
    case "baseUrl":
      return draft.baseUrl.trim() === "" ? message("setup.baseUrlRequired") : undefined;
    case "pingOne":
      return draft.connect && draft.credential.trim() === "" ? message("setup.credentialRequired") : undefined;
    case "license":
      return blockedByLicense(choice, facts.license !== undefined);
    case "administrator":
      if (draft.username.trim() === "") return message("setup.usernameRequired");
      return isStrong(facts.passwordRules, draft.password) ? undefined : message("setup.passwordRequired");
    case "review":
      return undefined;
  }
}

function blockedByLicense(choice: LicenseChoice, hasCurrent: boolean): Message | undefined {
  if (choice.kind === "valid" || (choice.kind === "none" && hasCurrent)) return undefined;
  if (choice.kind === "checking") return message("setup.licenseWait");
  return hasCurrent ? message("setup.licenseReplace") : message("setup.licenseNeeded");
}

/** The input of Finish. The credential was checked in its step, so it names an organization. */
export function toPlan(draft: Draft, choice: LicenseChoice): Plan {
  const name = organizationOf(draft.credential);
  return {
    baseUrl: draft.baseUrl.trim(),
    license: choice.kind === "valid" ? choice.fileData : undefined,
    connection: draft.connect && name !== undefined ? { name, credential: draft.credential.trim() } : undefined,
    account: { username: draft.username.trim(), password: draft.password },
  };
}
