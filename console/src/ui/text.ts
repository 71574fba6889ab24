import { catalogue } from "../catalogue.ts";

export const uiText = catalogue("ui", {
  loading: "Loading",
  copy: "Copy {what}",
  copied: "Copied",
  next: "Next",
  back: "Back",
  noAnswer: "The server does not answer. Nothing was changed here; try again in a moment.",
  requestId: "Request ID: {requestId}",
  fileName: "Selected file",
  filePlaceholder: "Drag a file here or browse",
  browse: "Browse…",
  clear: "Clear",
  username: "Username",
  password: "Password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  newTab: "(opens in a new tab)",
});
