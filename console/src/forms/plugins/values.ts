/** What is entered for an instance of a plug-in, from what is stored to what is sent. No React here. */
import type { components } from "../../api/generated/admin.ts";

type Schemas = components["schemas"];

export type PluginForm = Schemas["PluginConfigDescriptor"];
export type FieldDescriptor = Schemas["FieldDescriptor"];
export type TableDescriptor = Schemas["TableDescriptor"];
export type Configuration = Schemas["PluginConfiguration"];
type ConfigField = Schemas["ConfigField"];

/** One value. Of a secret that is set, `sealed` is what the server keeps, and `text` what is to take its place. */
export interface Value {
  text: string;
  sealed?: string;
}

export interface Row {
  /** Names the row for as long as it is on the screen. */
  key: string;
  values: Readonly<Record<string, Value>>;
  isDefault: boolean;
}

export interface PluginValues {
  fields: Readonly<Record<string, Value>>;
  tables: Readonly<Record<string, readonly Row[]>>;
}

export function toPluginValues(form: PluginForm, stored: Configuration | undefined): PluginValues {
  return {
    fields: valuesOf(form.fields, stored?.fields),
    tables: Object.fromEntries(
      form.tables.map((table) => [
        table.name,
        (stored?.tables?.find(({ name }) => name === table.name)?.rows ?? []).map((row, index) => ({
          key: `stored-${index}`,
          values: valuesOf(table.columns, row.fields),
          isDefault: Boolean(row.defaultRow),
        })),
      ]),
    ),
  };
}

export function emptyRow(table: TableDescriptor, key: string): Row {
  return { key, values: valuesOf(table.columns, undefined), isDefault: false };
}

function valuesOf(
  declared: readonly FieldDescriptor[],
  stored: readonly ConfigField[] | undefined,
): Record<string, Value> {
  return Object.fromEntries(
    declared.map((field) => {
      const found = stored?.find(({ name }) => name === field.name);
      // What is stored without a value is empty; only a field that was never set has its default.
      const text = found ? (found.value ?? "") : (field.defaultValue ?? "");
      return [field.name, { text, ...(found?.encryptedValue && { sealed: found.encryptedValue }) }];
    }),
  );
}

/** Every field is sent, empty or not, so that the server's findings about one have its position. */
export function toConfiguration(form: PluginForm, values: PluginValues): Configuration {
  return {
    fields: toSent(form.fields, values.fields),
    tables: form.tables.map((table) => ({
      name: table.name,
      rows: (values.tables[table.name] ?? []).map((row) => ({
        fields: toSent(table.columns, row.values),
        ...(table.requireDefaultRow && { defaultRow: row.isDefault }),
      })),
    })),
  };
}

function toSent(declared: readonly FieldDescriptor[], values: Readonly<Record<string, Value>>): ConfigField[] {
  return declared.map(({ name }) => {
    const { text = "", sealed } = values[name] ?? {};
    if (text !== "") return { name, value: text };
    return sealed ? { name, encryptedValue: sealed } : { name };
  });
}

export function isSame(left: PluginValues, right: PluginValues, form: PluginForm): boolean {
  return JSON.stringify(toConfiguration(form, left)) === JSON.stringify(toConfiguration(form, right));
}
