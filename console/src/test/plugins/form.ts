/** A plug-in's form with a field of every type, and a table. */
import type { FieldDescriptor, PluginForm } from "../../features/plugins/values.ts";

export function field(
  name: string,
  type: FieldDescriptor["type"],
  more: Partial<FieldDescriptor> = {},
): FieldDescriptor {
  return { name, label: name, description: `About ${name}`, type, advanced: false, required: false, ...more };
}

const OPTIONS = [
  { name: "Fast", value: "fast" },
  { name: "Slow", value: "slow" },
];

export const form: PluginForm = {
  description: "Opens doors.",
  fields: [
    field("Host", "TEXT", { required: true }),
    field("Password", "TEXT", { encrypted: true }),
    field("Mode", "SELECT", { optionValues: OPTIONS }),
    field("Level", "RADIO_GROUP", {
      defaultValue: "high",
      optionValues: [
        { name: "High", value: "high" },
        { name: "Low", value: "low" },
      ],
    }),
    field("Store", "FILTERABLE_SELECT", {
      optionValues: Array.from({ length: 3000 }, (_, n) => ({ name: `Store ${n}`, value: `store-${n}` })),
    }),
    field("Plan", "UPLOAD_FILE", { maximumBytes: 8 }),
    field("Ticked", "CHECK_BOX"),
    field("Notes", "TEXT_AREA"),
  ],
  tables: [
    {
      name: "Doors",
      label: "Doors",
      description: "Which.",
      columns: [field("Number", "TEXT", { required: true })],
      requireDefaultRow: true,
    },
  ],
  actionDescriptors: [],
};
