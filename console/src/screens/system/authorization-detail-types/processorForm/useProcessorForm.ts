import { useState } from "react";
import { useIntl } from "react-intl";
import { ApiError, isUnreachable } from "../../../../api/errors.ts";
import type { components } from "../../../../api/generated/admin.ts";
import type { Versioned } from "../../../../api/transport.ts";
import { isPluginPath, labelAt } from "../../../../forms/plugins/paths.ts";
import {
  isSame,
  type PluginValues,
  toConfiguration,
  toPluginValues,
  withoutParent,
  withParent,
} from "../../../../forms/plugins/values.ts";
import { sortErrors } from "../../../../forms/serverErrors.ts";
import { useSave } from "../../../../forms/useSave.ts";
import { message } from "../../../../messages.ts";
import { type Processor, saveProcessor } from "../api.ts";

export type Plugin = components["schemas"]["AuthorizationDetailProcessorDescriptor"];
type Body = components["schemas"]["AuthorizationDetailProcessor"];

const NONE: ReadonlyMap<string, string> = new Map();
const OWN: ReadonlySet<string> = new Set(["name", "id", "pluginDescriptorRef", "parentRef"]);
const NOTHING: PluginValues = { fields: {}, tables: {}, inheritedTables: new Set() };

export function useProcessorForm(
  plugins: readonly Plugin[],
  stored: Versioned<Processor> | undefined,
  onSaved: () => void,
) {
  const intl = useIntl();
  const [name, setName] = useState(stored?.data.name ?? "");
  const [id, setId] = useState("");
  const [chosen, setChosen] = useState<string>();
  const [parent, setParent] = useState(stored?.data.parentRef?.id ?? "");
  const [changed, setChanged] = useState<PluginValues>();
  const [errors, setErrors] = useState(NONE);
  const [findings, setFindings] = useState<readonly string[]>([]);
  const pluginId = stored?.data.pluginDescriptorRef.id ?? chosen ?? plugins[0]?.id ?? "";
  const plugin = plugins.find((each) => each.id === pluginId);
  const form = plugin?.configDescriptor;
  const storedParent = stored?.data.parentRef?.id ?? "";
  const initial = form ? toPluginValues(form, stored?.data.configuration, storedParent !== "") : NOTHING;
  const values = changed ?? initial;
  const isUnnamed = name.trim() === "";

  const save = useSave<Body, Processor>({
    send: async (sent, etag) => {
      try {
        return await saveProcessor(sent, stored === undefined, etag);
      } catch (failure) {
        if (failure instanceof ApiError && !failure.conflict) refuse(failure);
        throw failure;
      }
    },
    onSaved,
  });

  function refuse(failure: ApiError) {
    const { fields, rest } = sortErrors(failure, (path) => OWN.has(path) || isPluginPath(path));
    setErrors(fields);
    const named = [...fields].map(([path, message]) =>
      intl.formatMessage({ id: "forms.finding" }, { field: labelOf(path), message }),
    );
    setFindings(isUnreachable(failure) ? [intl.formatMessage({ id: "ui.noAnswer" })] : [...named, ...rest]);
  }

  function labelOf(path: string): string {
    const label = form && labelAt(form, path);
    if (label || path === "name") return label ?? intl.formatMessage({ id: "detailTypes.name" });
    return intl.formatMessage(
      path === "id"
        ? message("detailTypes.id")
        : path === "parentRef"
          ? message("detailProcessors.parent")
          : message("detailProcessors.plugin"),
    );
  }

  const forget = (path: string) => setErrors(new Map([...errors].filter(([one]) => one !== path)));

  const body = (): Body => ({
    ...stored?.data,
    id: stored?.data.id ?? (id.trim() || null),
    name: name.trim(),
    pluginDescriptorRef: { id: pluginId },
    parentRef: parent ? { id: parent } : null,
    configuration: form ? toConfiguration(form, values) : { fields: [], tables: [] },
  });

  return {
    name,
    id,
    parent,
    plugin,
    values,
    errors,
    findings,
    body,
    dirty:
      name !== (stored?.data.name ?? "") ||
      id !== "" ||
      parent !== storedParent ||
      Boolean(form && !isSame(values, initial, form)),
    saving: save.saving,
    error: save.error,
    conflict: save.conflict,
    knownWrong: isUnnamed && errors.has("name"),
    setName: (next: string) => {
      setName(next);
      forget("name");
    },
    setId: (next: string) => {
      setId(next);
      forget("id");
    },
    setParent: (next: string) => {
      setParent(next);
      forget("parentRef");
      if (form && (parent === "") !== (next === ""))
        setChanged(next ? withParent(form, values) : withoutParent(form, values));
    },
    setPlugin: (next: string) => {
      setChosen(next);
      setChanged(undefined);
      // A parent of another plug-in has nothing to take over.
      setParent("");
      setErrors(NONE);
    },
    setValues: (next: PluginValues) => {
      setChanged(next);
      // What was wrong with the old values is not known to be wrong with the new ones.
      setErrors(new Map([...errors].filter(([path]) => OWN.has(path))));
    },
    save: () => {
      setErrors(isUnnamed ? new Map([["name", intl.formatMessage({ id: "forms.required" })]]) : NONE);
      if (isUnnamed) document.getElementById("name")?.focus();
      else save.save(body(), stored?.etag);
    },
    saveOver: save.saveOver,
    dismiss: save.dismiss,
  };
}

/** A side of a conflict as texts; fields that are empty are as if they were not there. */
export function shown({ name, configuration }: Body): Record<string, unknown> {
  const rows = (configuration.tables ?? []).flatMap((table) => table.rows ?? []);
  const fields = [...(configuration.fields ?? []), ...rows.flatMap((row) => row.fields)];
  const set = fields.filter(({ value, encryptedValue }) => value || encryptedValue);
  return { name, configuration: set.map((field) => `${field.name}: ${field.value ?? "…"}`).join("\n") };
}
