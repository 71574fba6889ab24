import { catalogue } from "../../../catalogue.ts";

export const searchText = catalogue("search", {
  title: "Search the console",
  placeholder: "Find a page, or what is configured, by name or ID",
  results: "What was found",
  count: "{count, plural, =0 {Nothing found} one {# place found} other {# places found}}",
  searching: "Searching",
  first: "{area}, the first {count}",
  failed: "What is configured could not be searched: the server did not answer. Pages are found all the same.",
  nothing: "Nothing that you may see has {query} in its name, ID, area or address.",
  clear: "Clear the search",
  close: "Close",
});
