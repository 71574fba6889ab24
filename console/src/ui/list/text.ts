import { catalogue } from "../../catalogue.ts";

export const listText = catalogue("list", {
  range: "{first, number}–{last, number} of {total, number}",
  rangeOfMore: "{first, number}–{last, number} of more than {counted, number}",
  perPage: "{count, number} per page",
  first: "First page",
  previous: "Previous page",
  next: "Next page",
  last: "Last page",
  current: "Page number",
  ofPages: "of",
  topPager: "Pages of {what}, above the list",
  bottomPager: "Pages of {what}, below the list",
  clear: "Clear search",
  noHits: "Nothing found",
  noHitsBody: "None of the {what} has “{search}” in what is searched.",
});
