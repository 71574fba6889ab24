import { catalogue } from "../../../catalogue.ts";

export const logInText = catalogue("logIn", {
  title: "Log in",
  product: "Hanse",
  purpose: "Administrative console",
  missing: "Enter your username and password.",
  refused: "The username or password is wrong.",
  throttled:
    "Too many attempts. {seconds, plural, =0 {Wait a moment, then try again.} one {Try again in # second.} other {Try again in # seconds.}}",
  unauthorized: "Unauthorized",
  failed: "The server could not log you in: {message}",
  unreachable: "The server does not answer. Try again in a moment.",
});
