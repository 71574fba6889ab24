import { catalogue } from "../../../../catalogue.ts";

export const connectionFormText = catalogue("pingOneConnection", {
  add: "Connect To PingOne",
  addDescription:
    "Paste the credential that PingOne showed when the gateway was made. The connection is named after the organization in it, unless you choose another name.",
  edit: "Edit Connection",
  editDescription: "What the connection is called here, and the credential with which this server signs in to PingOne.",
  name: "Connection Name",
  nameHelp: "How administrators of this server tell the connection from others.",
  required: "Enter a value.",
  correct: "Enter what is missing.",
  isSet: "A credential is set, issued {date}.",
  replace: "Replace credential",
  keep: "Keep the credential",
  blank: "A blank field keeps the credential that is set.",
  show: "Show the credential",
  hide: "Hide the credential",
  unreadable: "The organization's name cannot be read from this. Check that the whole credential was copied.",
  asking: "Asking PingOne whether the credential counts. That can take 20 seconds.",
  uncheckedTitle: "PingOne could not be asked about this credential",
  uncheckedBody: "Save it unchecked, and look at its status in the list later, or try again.",
  saveUnchecked: "Save without checking",
  newCredential: "a new credential",
});
