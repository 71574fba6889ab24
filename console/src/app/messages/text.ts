import { catalogue } from "../../catalogue.ts";

export const messagesText = catalogue("messages", {
  close: "Dismiss the message: {title}",
  area: "Messages",
  saved: "Settings saved.",
});
