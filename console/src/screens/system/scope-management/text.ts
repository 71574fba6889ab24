import { catalogue } from "../../../catalogue.ts";

export const scopesText = catalogue("scopes", {
  title: "Scope Management",
  description:
    "A scope is what a client asks for by its name, and its description is what a person who consents reads. Common scopes are open to every client, exclusive ones to those that are given them.",
  tabs: "Kinds of scopes",
  scrollBack: "Tabs before these",
  scrollOn: "Tabs after these",
  commonScopes: "Common Scopes",
  commonScopeGroups: "Common Scope Groups",
  exclusiveScopes: "Exclusive Scopes",
  exclusiveScopeGroups: "Exclusive Scope Groups",
  defaultScope: "Default Scope",
  search: "Search by name or description",
  name: "Name",
  entryDescription: "Description",
  members: "Scope(s)",
  actions: "Actions",
  dynamic: "Dynamic",
  moreMembers: "+{count, number}",
  moreMembersSaid: "and {count, plural, one {# more} other {# more}}, {total, number} in all",
  edit: "Edit {name}",
  remove: "Delete {name}",
  deleteConfirm: "Delete",
  deleteScope: "Clients can no longer ask for this scope.",
  deleteGroup: "Clients can no longer ask for this group. The scopes in it stay.",
  checkingUsage: "Looking for what uses it",
  scopeInUse: "This scope is in use and cannot be deleted.",
  groupInUse: "This scope group is in use and cannot be deleted.",
  usedBy: "It is used by:",
  user: "{name} ({what})",
  moreUsers: "and {count, plural, one {# more} other {# more}}",
  defaultLabel: "Default scope description",
  defaultHelp: "What a person who consents reads when a client asks for no scope.",
});

/** What one entry of a collection is, beside its name. */
export const kindText = catalogue("scopesKind", {
  commonScopes: "common scope",
  commonScopeGroups: "common scope group",
  exclusiveScopes: "exclusive scope",
  exclusiveScopeGroups: "exclusive scope group",
});

/** The button that adds to each tab. */
export const addText = catalogue("scopesAdd", {
  commonScopes: "Add Common Scope",
  commonScopeGroups: "Add Common Scope Group",
  exclusiveScopes: "Add Exclusive Scope",
  exclusiveScopeGroups: "Add Exclusive Scope Group",
});

/** The title of the form of each tab's items, once they are there. */
export const editText = catalogue("scopesEdit", {
  commonScopes: "Edit Common Scope",
  commonScopeGroups: "Edit Common Scope Group",
  exclusiveScopes: "Edit Exclusive Scope",
  exclusiveScopeGroups: "Edit Exclusive Scope Group",
});

/** What is listed, in the plural, as a part of sentences. */
export const whatText = catalogue("scopesWhat", {
  commonScopes: "common scopes",
  commonScopeGroups: "common scope groups",
  exclusiveScopes: "exclusive scopes",
  exclusiveScopeGroups: "exclusive scope groups",
});

const common = { readOnly: "An administrator can add them." };

export const noCommonScopes = catalogue("scopesNoCommon", {
  emptyTitle: "No common scopes",
  emptyBody: "Add what every client may ask for, such as “profile” or “accounts.read”.",
  emptyBodyReadOnly: `Every client may ask for common scopes. ${common.readOnly}`,
});

export const noCommonScopeGroups = catalogue("scopesNoCommonGroups", {
  emptyTitle: "No common scope groups",
  emptyBody: "A group stands for several common scopes, so that a client can ask for all of them by one name.",
  emptyBodyReadOnly: `A group stands for several common scopes. ${common.readOnly}`,
});

export const noExclusiveScopes = catalogue("scopesNoExclusive", {
  emptyTitle: "No exclusive scopes",
  emptyBody: "Add what only some clients may ask for: each client is given its exclusive scopes by name.",
  emptyBodyReadOnly: `Only clients that are given an exclusive scope may ask for it. ${common.readOnly}`,
});

export const noExclusiveScopeGroups = catalogue("scopesNoExclusiveGroups", {
  emptyTitle: "No exclusive scope groups",
  emptyBody: "A group stands for several exclusive scopes, so that a client can ask for all of them by one name.",
  emptyBodyReadOnly: `A group stands for several exclusive scopes. ${common.readOnly}`,
});
