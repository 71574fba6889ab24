import { catalogue } from "../../catalogue.ts";

export const frameText = catalogue("frame", {
  frame: "{title}, the page",
  backToForm: "Back to the form",
  noAnswer: "The server does not answer.",
});
