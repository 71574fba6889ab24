import { catalogue } from "../../../catalogue.ts";

export const logSettingsText = catalogue("logSettings", {
  title: "Log Settings",
  description:
    "Which parts of the server write every detail to its log. A change is in force on this node at once, and on the others when the configuration is replicated.",
  table: "Log categories",
  category: "Category",
  details: "Description",
  verbose: "Verbose",
  verboseOf: "Verbose: {name}",
  ends: "Switches off",
  endsOf: "When {name} switches off",
  never: "Only by hand",
  after: "{hours, select, 0 {After 15 minutes} other {After {hours, plural, one {# hour} other {# hours}}}}",
  until: "Until {moment}",
  differing: "Verbose categories",
  migratedTitle: "A customized log4j2 configuration was migrated",
  migrated:
    "The file {file} in this node's data folder must be merged before the settings take effect. Carry over to the categories below what is still wanted of it, then mark it as merged.",
  markMerged: "Mark as merged",
  merged: "The configuration is marked as merged. The file is kept beside the old name as log4j2.xml.merged.",
});
