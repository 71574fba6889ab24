import { catalogue } from "../../catalogue.ts";

/** What is said of a connection in more than one place. */
export const pingOneText = catalogue("pingOne", {
  credential: "Credential",
  description: "Description",
  credentialHelp: "It is stored encrypted and never shown again.",
  credentialOf: "This credential is of the organization {organization}.",
});
