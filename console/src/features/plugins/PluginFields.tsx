import { PluginField } from "./PluginField.tsx";
import { PluginTable } from "./PluginTable.tsx";
import { cellErrors } from "./paths.ts";
import type { PluginForm, PluginValues, Value } from "./values.ts";
import "./plugins.css";

interface PluginFieldsProps {
  form: PluginForm;
  values: PluginValues;
  /** What the parent has; without one, nothing can be taken over. */
  parent?: { values: PluginValues | undefined } | undefined;
  /** By the form's path of the server's findings: `configuration.fields.0.value`. */
  errors: ReadonlyMap<string, string>;
  editable: boolean;
  onChange: (values: PluginValues) => void;
}

/** Everything that can be set at an instance, made of its plug-in's descriptor: any plug-in has a form this way. */
export function PluginFields({ form, values, parent, errors, editable, onChange }: PluginFieldsProps) {
  const change = (name: string, value: Value) => onChange({ ...values, fields: { ...values.fields, [name]: value } });

  function inheritTable(name: string, inherited: boolean) {
    const others = [...values.inheritedTables].filter((one) => one !== name);
    onChange({ ...values, inheritedTables: new Set(inherited ? [...others, name] : others) });
  }

  return (
    <>
      {form.fields.map((field, index) => {
        const value = values.fields[field.name] ?? { text: "" };
        const { inherited: _, ...own } = value;
        return (
          <PluginField
            key={field.name}
            id={idOf(field.name)}
            descriptor={field}
            value={value}
            error={errors.get(`configuration.fields.${index}.value`)}
            parent={parent?.values?.fields[field.name]}
            editable={editable}
            onInherit={parent && ((inherited) => change(field.name, inherited ? { ...own, inherited } : own))}
            onChange={(text) => change(field.name, { ...value, text })}
          />
        );
      })}
      {form.tables.map((table, at) => (
        <PluginTable
          key={table.name}
          id={idOf(table.name)}
          descriptor={table}
          rows={values.tables[table.name] ?? []}
          errors={cellErrors(errors, at, table)}
          editable={editable}
          inherited={
            parent && {
              isInherited: values.inheritedTables.has(table.name),
              rows: parent.values?.tables[table.name]?.length ?? 0,
              onInherit: (inherited) => inheritTable(table.name, inherited),
            }
          }
          onChange={(rows) => onChange({ ...values, tables: { ...values.tables, [table.name]: rows } })}
        />
      ))}
    </>
  );
}

const idOf = (name: string) => `plugin-${name.replaceAll(" ", "-")}`;
