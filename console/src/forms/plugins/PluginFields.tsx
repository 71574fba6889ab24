import { PluginField } from "./PluginField.tsx";
import { PluginTable } from "./PluginTable.tsx";
import { cellErrors } from "./paths.ts";
import type { PluginForm, PluginValues } from "./values.ts";
import "./plugins.css";

interface PluginFieldsProps {
  form: PluginForm;
  values: PluginValues;
  /** By the form's path of the server's findings: `configuration.fields.0.value`. */
  errors: ReadonlyMap<string, string>;
  editable: boolean;
  onChange: (values: PluginValues) => void;
}

/** Everything that can be set at an instance, made of its plug-in's descriptor: any plug-in has a form this way. */
export function PluginFields({ form, values, errors, editable, onChange }: PluginFieldsProps) {
  return (
    <>
      {form.fields.map((field, index) => (
        <PluginField
          key={field.name}
          id={`plugin-${field.name.replaceAll(" ", "-")}`}
          descriptor={field}
          value={values.fields[field.name] ?? { text: "" }}
          error={errors.get(`configuration.fields.${index}.value`)}
          onChange={(text) =>
            onChange({ ...values, fields: { ...values.fields, [field.name]: { ...values.fields[field.name], text } } })
          }
        />
      ))}
      {form.tables.map((table, at) => (
        <PluginTable
          key={table.name}
          id={`plugin-${table.name.replaceAll(" ", "-")}`}
          descriptor={table}
          rows={values.tables[table.name] ?? []}
          errors={cellErrors(errors, at, table)}
          editable={editable}
          onChange={(rows) => onChange({ ...values, tables: { ...values.tables, [table.name]: rows } })}
        />
      ))}
    </>
  );
}
