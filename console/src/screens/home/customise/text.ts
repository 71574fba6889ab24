import { catalogue } from "../../../catalogue.ts";

export const customiseText = catalogue("shortcuts", {
  title: "Customize shortcuts",
  description:
    "Drag pages into your shortcuts and into the order you want, or use the buttons. Nothing counts before you save.",
  slots: "{used} of {slots}",
  empty: "Drag a page here, or press its plus.",
  full: "All {slots} slots are taken. Remove a shortcut to add another.",
  recent: "Recently Used",
  clearAll: "Clear All",
  noRecent: "The pages you open appear here.",
  catalogue: "All pages",
  search: "Search pages",
  noHits: "No page is called “{search}”.",
  clearSearch: "Show all pages",
  add: "Add {label}",
  added: "{label} is among your shortcuts",
  remove: "Remove {label}",
  up: "Move {label} up",
  down: "Move {label} down",
  handle: "Drag {label}",
  restore: "Restore Default",
  atLeastOne: "You need at least 1 shortcut to save customization.",
  saidAdded: "{label} was added at place {place} of {count}.",
  saidRemoved:
    "{label} was removed. {count, plural, =0 {No shortcuts are left} one {# shortcut is left} other {# shortcuts are left}}.",
  saidMoved: "{label} is at place {place} of {count}.",
  saidCleared: "The recently used pages were cleared.",
  saidRestored: "The default shortcuts were restored.",
  instructions:
    "To pick up a page, press Space. While dragging, move it with the arrow keys. Press Space again to put it down, or Escape to put it back.",
  pickedUp: "Picked up {label}.",
  overPlace: "{label} is over place {place} of {count}.",
  overShortcuts: "{label} is over the shortcuts.",
  overNothing: "{label} is over no shortcut.",
  dropped: "{label} was put down.",
  putBack: "{label} was put back.",
});
