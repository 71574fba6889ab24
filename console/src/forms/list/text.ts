import { catalogue } from "../../catalogue.ts";

export const itemText = catalogue("item", {
  switchOf: "{label}: {name}",
  stays: "{active, select, true {{name} was not activated. {reason}} other {{name} was not deactivated. {reason}}}",
});
