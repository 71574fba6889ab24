import { catalogue } from "../../catalogue.ts";

export const scopesModalText = catalogue("scopesModal", {
  title: "Scopes Selection",
  type: "Scopes",
  commonScope: "Common scopes",
  other: "Other scopes",
  groups: "Include scope groups",
  selected: "Selection",
  help: "Drag scopes from one list to the other, or use the buttons.",
  none: "No scope is selected.",
  done: "Done",
});
