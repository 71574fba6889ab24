import { catalogue } from "../../../catalogue.ts";

export const grantsText = catalogue("grants", {
  title: "Grants",
  description: "What users have granted to clients. A revoked grant ends with its refresh tokens and reference tokens.",
  userKey: "User key",
  userKeyHelp: "Value of USER_KEY, as a grant mapping sets it. Leave it empty to list the grants of all users.",
  clientId: "Client ID",
  clientIdHelp: "Leave it empty to list the grants to all clients.",
  search: "Find grants",
  client: "Client",
  grantType: "Grant type",
  scopes: "Granted scopes",
  issued: "Granted",
  updated: "Last use",
  expires: "Grant expires",
  never: "Never",
  revoke: "Revoke",
  revokeOf: "Revoke the grant of {user} to {client}",
  actions: "Actions",
  emptyTitle: "No grants",
  emptyBody: "There is no grant for this search.",
  revokeTitle: "Revoke the grant of {user} to {client}?",
  revokeBody:
    "The client loses access when its current access tokens expire, and must ask the user for consent again. JSON Web Tokens that were issued already stay valid until they expire.",
  revokeConfirm: "Revoke grant",
  revoked: "The grant of {user} to {client} was revoked.",
});
