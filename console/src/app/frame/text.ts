import { catalogue } from "../../catalogue.ts";

export const frameText = catalogue("frame", {
  frame: "{title}, the page",
  noAnswer: "The server does not answer.",
});
