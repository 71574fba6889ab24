import { catalogue } from "../catalogue.ts";

export const uiText = catalogue("ui", {
  requestId: "Request ID: {requestId}",
});
