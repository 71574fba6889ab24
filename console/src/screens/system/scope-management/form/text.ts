import { catalogue } from "../../../../catalogue.ts";

export const scopeFormText = catalogue("scope", {
  members: "Scopes of the group",
  membersHelp: "Drag scopes from one list to the other, or use the buttons. Dynamic scopes cannot be in a group.",
  noMembers: "There is no scope in this group.",
  addScope: "Clients ask for a scope by its name (RFC 6749, section 3.3).",
  addGroup: "Clients ask for all scopes of a group by the group's name.",
  nameHelp: "Printable ASCII without spaces, double quotes and backslashes.",
  dynamicNameHelp: "With one asterisk where the variable part is, such as payment:*.",
  nameStays: "The name stays: clients ask for it.",
  descriptionHelp: "What a person who consents reads.",
  dynamic: "Dynamic Scope",
  dynamicHelp:
    "The name has one asterisk, which stands for what a request puts there: payment:* is asked for as payment:1241.",
  picker: "Scopes",
  chooseOne: "Choose at least one scope.",
  correct: "Correct what is marked.",
});
