import { catalogue } from "../../../catalogue.ts";

export const tourText = catalogue("tour", {
  welcome: "Welcome to {product}",
  welcomeBody: "Five short steps show where things are. You find the tour again in the help menu: Show Me Around.",
  start: "Start",
  skip: "Skip the tour",
  done: "Done",
  close: "End the tour",
  step: "Step {number} of {count}",
  alerts: "Alerts",
  alertsBody: "The bell counts what needs your attention, such as a license that is about to expire.",
  logo: "Back to the dashboard",
  logoBody: "The logo leads back to this page from everywhere.",
  searchBody: "Find any page by a part of its name. Ctrl-K or Command-K opens the search without the mouse.",
  shortcuts: "Shortcuts",
  shortcutsBody: "The pages that you use most, one click away on this page.",
  helpBody: "Documentation, the version that runs here, and this tour.",
});
