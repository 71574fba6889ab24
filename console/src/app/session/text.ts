import { catalogue } from "../../catalogue.ts";

export const sessionText = catalogue("session", {
  timedOut: "Session Timed Out",
  timedOutBody: "Your session has timed out and you must login again to continue.",
  login: "Login",
});
