import { catalogue } from "../../../catalogue.ts";

export const searchText = catalogue("search", {
  title: "Search the console",
  placeholder: "Find a page by its name",
  results: "Pages found",
  count: "{count, plural, =0 {Nothing found} one {# page found} other {# pages found}}",
  nothing: "No page that you may open has {query} in its name, its area or its address.",
  clear: "Clear the search",
  close: "Close",
});
