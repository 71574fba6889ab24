import { catalogue } from "../catalogue.ts";

export const appText = catalogue("app", {
  unreachableTitle: "The server does not answer",
  unreachableBody: "It may be restarting, or the network may be down. Nothing was lost on the server.",
  tryAgain: "Try again",
});
