import { catalogue } from "../../catalogue.ts";

export const choiceText = catalogue("choice", {
  more: "Show more",
  shown: "{shown, number} of {total, number}",
  noHits: "Nothing found for “{search}”.",
  none: "None",
});
