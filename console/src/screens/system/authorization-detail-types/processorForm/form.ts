/** The form of a processor, from what is stored to what is sent. No React here. */

import { isSame, type PluginValues, toConfiguration, toPluginValues } from "../../../../features/plugins/values.ts";
import type { components } from "../../../../platform/api/generated/admin.ts";
import type { Processor } from "../api.ts";

export type Plugin = components["schemas"]["AuthorizationDetailProcessorDescriptor"];
type Body = components["schemas"]["AuthorizationDetailProcessor"];

export interface Values {
  name: string;
  id: string;
  pluginId: string;
  /** The id of the processor that this one inherits from; "" for none. */
  parent: string;
  configuration: PluginValues;
}

export const NO_CONFIGURATION: PluginValues = { fields: {}, tables: {}, inheritedTables: new Set() };

/** A new processor begins with the first plug-in. */
export function toValues(stored: Processor | undefined, plugins: readonly Plugin[]): Values {
  const pluginId = stored?.pluginDescriptorRef.id ?? plugins[0]?.id ?? "";
  const plugin = plugins.find(({ id }) => id === pluginId);
  const parent = stored?.parentRef?.id ?? "";
  return {
    name: stored?.name ?? "",
    id: "",
    pluginId,
    parent,
    configuration: plugin
      ? toPluginValues(plugin.configDescriptor, stored?.configuration, parent !== "")
      : NO_CONFIGURATION,
  };
}

export function isChanged(values: Values, base: Values, plugin: Plugin | undefined): boolean {
  if ((["name", "id", "pluginId", "parent"] as const).some((name) => values[name] !== base[name])) return true;
  return plugin !== undefined && !isSame(values.configuration, base.configuration, plugin.configDescriptor);
}

export function toBody(values: Values, stored: Processor | undefined, plugin: Plugin | undefined): Body {
  return {
    ...stored,
    id: stored?.id ?? (values.id.trim() || null),
    name: values.name.trim(),
    pluginDescriptorRef: { id: values.pluginId },
    parentRef: values.parent ? { id: values.parent } : null,
    configuration: plugin ? toConfiguration(plugin.configDescriptor, values.configuration) : { fields: [], tables: [] },
  };
}

/** A side of a conflict as texts; fields that are empty are as if they were not there. */
export function shown({ name, configuration }: Body): Record<string, unknown> {
  const rows = (configuration.tables ?? []).flatMap((table) => table.rows ?? []);
  const fields = [...(configuration.fields ?? []), ...rows.flatMap((row) => row.fields)];
  const set = fields.filter(({ value, encryptedValue }) => value || encryptedValue);
  return { name, configuration: set.map((field) => `${field.name}: ${field.value ?? "…"}`).join("\n") };
}
