import type { Message } from "../../catalogue.ts";
import type { FinishStep } from "./finish.ts";
import { setupText as text } from "./text.ts";

/** What each step of Finish does. */
export const finishStepText: Record<FinishStep, Message> = {
  license: text.doLicense,
  account: text.doAccount,
  consoleRole: text.doConsoleRole,
  activate: text.doActivate,
  baseUrl: text.doBaseUrl,
  pingOne: text.pingOne,
  signIn: text.doSignIn,
};

/** What is said when one fails: two have a text in the specification (section 8), the others are called as above. */
export const finishFailureText: Record<FinishStep, Message> = {
  ...finishStepText,
  activate: text.activateFailed,
  baseUrl: text.baseUrlFailed,
};
