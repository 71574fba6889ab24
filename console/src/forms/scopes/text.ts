import { catalogue } from "../../catalogue.ts";

export const pickerText = catalogue("scopePicker", {
  available: "Available Scopes",
  selected: "Selected Scopes",
  group: "Scope group",
  count: "{count, number}",
  searchAvailable: "Search available scopes",
  searchSelected: "Search selected scopes",
  clearSearch: "Show all",
  add: "Add {name}",
  remove: "Remove {name}",
  removeAll: "Remove all",
  handle: "Drag {name}",
  draggable: "draggable scope",
  noneAvailable: "There is no scope that could be added.",
  allSelected: "All scopes are selected.",
  noneSelected: "No scope is selected. Drag one here, or press its plus.",
  saidAdded: "{name} was added. {count, plural, one {# scope is selected} other {# scopes are selected}}.",
  saidRemoved:
    "{name} was removed. {count, plural, =0 {No scope is selected} one {# scope is selected} other {# scopes are selected}}.",
  saidEmptied: "All scopes were removed.",
  instructions:
    "The arrow keys go from scope to scope. To pick up a scope, press Space. While dragging, the left and right arrow keys move it from list to list. Press Space again to put it down, or Escape to put it back.",
  pickedUp: "Picked up {name}.",
  overSelected: "{name} is over the selected scopes.",
  overAvailable: "{name} is over the available scopes.",
  overNothing: "{name} is over no list.",
  dropped: "{name} was put down.",
  putBack: "{name} was put back.",
});
