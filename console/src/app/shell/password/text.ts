import { catalogue } from "../../../catalogue.ts";

export const passwordText = catalogue("password", {
  title: "Change Password",
  description: "Your other sessions end; this one goes on.",
  current: "Current Password",
  new: "New Password",
  repeat: "Confirm New Password",
  required: "This field is required.",
  different: "The passwords are not the same.",
  change: "Change Password",
  changed: "Your password was changed.",
});
