import { catalogue } from "../../catalogue.ts";

export const messagesText = catalogue("messages", {
  close: "Dismiss the message: {title}",
  area: "Messages",
  saved: "Settings saved.",
  noAnswer: "The server does not answer. Nothing was changed here; try again in a moment.",
});
