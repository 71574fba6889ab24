import { catalogue } from "../../../catalogue.ts";

export const virtualIssuersText = catalogue("virtualIssuers", {
  title: "Virtual Issuers",
  description: "Identities under which this server issues tokens: each is an issuer of its own, at its host and path.",
  what: "virtual issuers",
  search: "Search by name, ID, description, host or path",
  list: "Virtual issuers, by name",
  add: "Add Virtual Issuer",
  addDescription: "One more issuer: it publishes its own metadata and keys and stands in the tokens issued under it.",
  edit: "Edit Virtual Issuer",
  editDescription:
    "Clients compare an issuer letter by letter: when its host or path changes, they have to be told of the new one.",
  toList: "To issuer list",
  discard: "Discard Changes",
  emptyTitle: "No virtual issuers",
  emptyBody:
    "This server has one issuer, its base URL, and one for each virtual host name. Add a virtual issuer when a brand or a tenant is to have an identity of its own, and keys of its own if it likes.",
  emptyBodyReadOnly: "This server has one issuer, its base URL, and one for each virtual host name.",
  editOf: "Edit virtual issuer {name}",
  deleteOf: "Delete virtual issuer {name}",
  name: "Name",
  id: "ID",
  idHelp: "Made by the server when it is left empty. It cannot be changed later.",
  idFixed: "The ID cannot be changed.",
  descriptionLabel: "Description",
  host: "Host",
  hostHelp: "The host name of the issuer, such as sso.example.com. It has to lead to this server.",
  path: "Path",
  pathHelp: "Begins with a slash, such as /bank. Empty when the issuer is the host alone.",
  noPath: "None",
  issuerIs: "The issuer in tokens is {issuer}, with the port of the base URL if it has one.",
  deleteBody:
    "Its metadata and keys are no longer published. Clients that are configured with this issuer stop accepting its tokens.",
  deleteConfirm: "Delete virtual issuer",
  checking: "Looking for what uses this virtual issuer…",
  inUse: "Virtual Issuer instance is in use and cannot be deleted.",
});
