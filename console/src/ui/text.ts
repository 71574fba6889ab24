import { catalogue } from "../catalogue.ts";

export const uiText = catalogue("ui", {
  loading: "Loading",
  requestId: "Request ID: {requestId}",
  username: "Username",
  password: "Password",
  showPassword: "Show password",
  hidePassword: "Hide password",
});
