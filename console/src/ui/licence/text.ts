import { catalogue } from "../../catalogue.ts";

/** What the setup and the licence screen both say of a licence. */
export const licenceText = catalogue("licence", {
  tooLarge: "The selected file cannot be processed due to reaching the 50 KB maximum size limit. Please try again.",
  organization: "Organization",
  name: "Name",
  never: "Never",
});
