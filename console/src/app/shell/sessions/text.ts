import { catalogue } from "../../../catalogue.ts";

export const sessionsText = catalogue("sessions", {
  title: "Your sessions",
  description: "Where you are signed in. End what you do not recognise.",
  from: "From",
  created: "Signed in",
  lastUsed: "Last used",
  current: "This session",
  end: "End",
  endOne: "End the session from {address}, last used {lastUsed}",
  endOthers: "End all others",
  ended: "The session from {address} has ended.",
  othersEnded: "All your other sessions have ended.",
  unread: "Your sessions could not be read",
  notEnded: "Not every session was ended",
});
