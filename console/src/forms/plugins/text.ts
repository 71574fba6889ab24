import { catalogue } from "../../catalogue.ts";

export const pluginText = catalogue("plugin", {
  choose: "Choose an option…",
  isSet: "A value is set and not shown. A blank field keeps it.",
  addRow: "Add a row to {table}",
  removeRow: "Remove row {number} of {table}",
  actions: "Remove",
  cell: "{column}, row {number}",
  isDefault: "Default",
});
