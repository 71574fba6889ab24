/** What is entered for an instance of a plug-in, from what is stored to what is sent. No React here. */
import type { components } from "../../platform/api/generated/admin.ts";

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
  /** What the parent has counts. */
  inherited?: boolean;
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
  /** The tables of which the parent's rows count. */
  inheritedTables: ReadonlySet<string>;
}

/** With a parent, what is left out is taken over. */
export function toPluginValues(form: PluginForm, stored: Configuration | undefined, hasParent = false): PluginValues {
  const tables = form.tables.map(({ name }) => ({ name, found: stored?.tables?.find((each) => each.name === name) }));
  return {
    inheritedTables: new Set(
      hasParent ? tables.filter(({ found }) => !found || found.inherited).map(({ name }) => name) : [],
    ),
    fields: valuesOf(form.fields, stored?.fields, hasParent),
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
  hasParent = false,
): Record<string, Value> {
  return Object.fromEntries(
    declared.map((field) => {
      const found = stored?.find(({ name }) => name === field.name);
      if (hasParent && (!found || found.inherited)) return [field.name, { text: "", inherited: true }];
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
      ...(values.inheritedTables.has(table.name) && { inherited: true }),
      rows: (values.inheritedTables.has(table.name) ? [] : (values.tables[table.name] ?? [])).map((row) => ({
        fields: toSent(table.columns, row.values),
        ...(table.requireDefaultRow && { defaultRow: row.isDefault }),
      })),
    })),
  };
}

function toSent(declared: readonly FieldDescriptor[], values: Readonly<Record<string, Value>>): ConfigField[] {
  return declared.map(({ name }) => {
    const { text = "", sealed, inherited } = values[name] ?? {};
    if (inherited) return { name, inherited };
    if (text !== "") return { name, value: text };
    return sealed ? { name, encryptedValue: sealed } : { name };
  });
}

export function isSame(left: PluginValues, right: PluginValues, form: PluginForm): boolean {
  return JSON.stringify(toConfiguration(form, left)) === JSON.stringify(toConfiguration(form, right));
}

/** The same without a parent: what was taken over begins as the form has it. */
export function withoutParent(form: PluginForm, values: PluginValues): PluginValues {
  const own = (field: FieldDescriptor) => {
    const value = values.fields[field.name];
    return value && !value.inherited ? value : { text: field.defaultValue ?? "" };
  };
  return {
    ...values,
    fields: Object.fromEntries(form.fields.map((field) => [field.name, own(field)])),
    inheritedTables: new Set(),
  };
}

/** The same with a parent, of which everything is taken over that nobody has entered. */
export function withParent(form: PluginForm, values: PluginValues): PluginValues {
  const isOwn = (field: FieldDescriptor) => {
    const { text, sealed } = values.fields[field.name] ?? { text: "" };
    return Boolean(sealed) || (text !== "" && text !== field.defaultValue);
  };
  return {
    ...values,
    fields: Object.fromEntries(
      form.fields.map((field) => [
        field.name,
        isOwn(field) ? (values.fields[field.name] ?? { text: "" }) : { text: "", inherited: true },
      ]),
    ),
    inheritedTables: new Set(
      form.tables.filter(({ name }) => (values.tables[name] ?? []).length === 0).map(({ name }) => name),
    ),
  };
}
