import { type Message, message } from "../../messages.ts";
import type { FinishStep } from "./finish.ts";

/** What each step of Finish does. */
export const finishStepText: Record<FinishStep, Message> = {
  license: message("setup.doLicense"),
  account: message("setup.doAccount"),
  consoleRole: message("setup.doConsoleRole"),
  activate: message("setup.doActivate"),
  baseUrl: message("setup.doBaseUrl"),
  pingOne: message("setup.pingOne"),
  signIn: message("setup.doSignIn"),
};

/** What is said when one fails: two have a text in the specification (section 8), the others are called as above. */
export const finishFailureText: Record<FinishStep, Message> = {
  ...finishStepText,
  activate: message("setup.activateFailed"),
  baseUrl: message("setup.baseUrlFailed"),
};
