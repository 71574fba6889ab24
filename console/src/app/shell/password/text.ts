import { catalogue } from "../../../catalogue.ts";

export const passwordText = catalogue("password", {
  change: "Change Password",
  description: "Your other sessions end; this one goes on.",
  current: "Current Password",
  new: "New Password",
  repeat: "Confirm New Password",
  different: "The passwords are not the same.",
  changed: "Your password was changed.",
});
