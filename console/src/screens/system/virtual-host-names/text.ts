import { catalogue } from "../../../catalogue.ts";

export const virtualHostNamesText = catalogue("virtualHostNames", {
  description:
    "Names besides the base URL's under which this server answers. Each must lead here in DNS and be covered by the server's certificate.",
  label: "Host Domain Name",
  row: "Host Domain Name {number}",
  add: "+Add",
  delete: "Delete",
  deleteRow: "Delete {name}",
  undo: "Undo",
  undoRow: "Undo deleting {name}",
  deleted: "Deleted when saved",
  unnamed: "the row without a name",
  correct: "Enter the host names that are missing.",
  finding: "{name}: {message}",
  count: "{count, plural, one {# host name} other {# host names}}",
  differing: "Host Domain Name (those that differ)",
  emptyTitle: "No virtual host names",
  emptyBody:
    "The server answers under its base URL alone. Add a name when partners or applications are to reach it under another one, such as sso.example.com.",
  emptyBodyReadOnly: "The server answers under its base URL alone.",
});
