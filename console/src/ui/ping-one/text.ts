import { catalogue } from "../../catalogue.ts";

/** What the setup and the connections both say of a credential. */
export const pingOneText = catalogue("pingOne", {
  credential: "Credential",
  credentialHelp: "It is stored encrypted and never shown again.",
  credentialOf: "This credential is of the organization {organization}.",
});
