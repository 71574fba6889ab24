import type { FieldDescriptor, Value } from "./values.ts";

/** What every input for a value of a plug-in's instance is given. */
export interface PluginInputProps {
  id: string;
  descriptor: FieldDescriptor;
  value: Value;
  error: string | undefined;
  /** Within a table, whose head says the rest: the column and the row. */
  label?: string | undefined;
  onChange: (text: string) => void;
}
