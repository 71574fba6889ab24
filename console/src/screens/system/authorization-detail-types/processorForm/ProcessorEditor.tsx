import { FormGroup, FormSelect, FormSelectOption, TextInput } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { PluginFields } from "../../../../features/plugins/PluginFields.tsx";
import { isPluginPath, labelAt } from "../../../../features/plugins/paths.ts";
import { type PluginValues, toPluginValues, withoutParent, withParent } from "../../../../features/plugins/values.ts";
import { message } from "../../../../messages.ts";
import { useAccess } from "../../../../platform/forms/access.ts";
import { ConflictDialog } from "../../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../../platform/forms/EditPage.tsx";
import { type StoredQuery, useEntityForm } from "../../../../platform/forms/useEntityForm.ts";
import { FieldHelp } from "../../../../platform/ui/FieldHelp.tsx";
import { effectiveQuery, type Processor, processorQuery, saveProcessor } from "../api.ts";
import { IdField } from "../IdField.tsx";
import { ProcessorChoice } from "../ProcessorChoice.tsx";
import { useWayBack } from "../useWayBack.ts";
import { isChanged, NO_CONFIGURATION, type Plugin, shown, toBody, toValues, type Values } from "./form.ts";

interface ProcessorEditorProps {
  isNew: boolean;
  plugins: readonly Plugin[];
  query: StoredQuery<Processor> | undefined;
}

/** Creates a processor, or changes the one that `query` reads; the descriptor of its plug-in says what can be set. */
export function ProcessorEditor({ isNew, plugins, query }: ProcessorEditorProps) {
  const intl = useIntl();
  const access = useAccess("ADMINISTRATOR");
  const { leave, onSaved } = useWayBack("processors");
  const title = intl.formatMessage(
    isNew ? message("detailProcessors.addTitle") : message("detailProcessors.editTitle"),
  );
  const labels = new Map([
    ["name", message("detailTypes.name")],
    ["id", message("detailTypes.id")],
    ["pluginDescriptorRef", message("detailProcessors.plugin")],
    ["parentRef", message("detailProcessors.parent")],
  ]);
  const pluginOf = ({ pluginId }: Values) => plugins.find((each) => each.id === pluginId);
  const form = useEntityForm<Processor, Values>({
    query,
    ...(query?.data && { queryKey: processorQuery(query.data.data.id).queryKey }),
    fields: 5,
    toValues: useCallback((stored) => toValues(stored, plugins), [plugins]),
    isChanged: (values, base) => isChanged(values, base, pluginOf(base)),
    check: ({ name }) => new Map(name.trim() === "" ? [["name", intl.formatMessage({ id: "forms.required" })]] : []),
    send: (values, etag, base) => saveProcessor(toBody(values, base, pluginOf(values)), isNew, etag),
    fieldAt: (path, sent) => {
      const own = labels.get(path);
      if (own) return { name: path, label: intl.formatMessage(own) };
      const plugin = pluginOf(sent);
      return plugin && isPluginPath(path)
        ? {
            name: path,
            label: labelAt(plugin.configDescriptor, path) ?? intl.formatMessage({ id: "detailProcessors.plugin" }),
          }
        : undefined;
    },
    idOf: (name) => (name === "pluginDescriptorRef" ? "plugin" : name),
    onSaved,
  });
  const { values, errors, change, conflict } = form;
  const plugin = pluginOf(values);
  const taken = useQuery({ ...effectiveQuery(values.parent), enabled: values.parent !== "" });

  function configure(configuration: PluginValues, more: Partial<Values> = {}) {
    // What was wrong with the old configuration is not known to be wrong with the new one.
    const paths = [...errors.keys()].filter((path) => !labels.has(path));
    change({ ...more, configuration }, [...paths, ...("parent" in more ? ["parentRef"] : [])]);
  }

  function chooseParent(parent: string) {
    const isAnother = (parent === "") !== (values.parent === "");
    if (!plugin || !isAnother) return change({ parent }, ["parentRef"]);
    const inherit = parent ? withParent : withoutParent;
    configure(inherit(plugin.configDescriptor, values.configuration), { parent });
  }

  function choosePlugin(pluginId: string) {
    const chosen = plugins.find(({ id }) => id === pluginId);
    // A parent of another plug-in has nothing to inherit from.
    configure(chosen ? toPluginValues(chosen.configDescriptor, undefined, false) : NO_CONFIGURATION, {
      pluginId,
      parent: "",
    });
  }

  return (
    <EditPage
      {...form.page}
      title={title}
      description={<FormattedMessage id="detailProcessors.formDescription" />}
      breadcrumb={{ last: title }}
      access={access}
      onCancel={leave}
      cancelLeaves
    >
      <FormGroup label={<FormattedMessage id="detailTypes.name" />} fieldId="name" isRequired>
        <TextInput
          id="name"
          value={values.name}
          onChange={(_, name) => change({ name })}
          isRequired
          autoComplete="off"
          maxLength={256}
          validated={errors.has("name") ? "error" : "default"}
          aria-describedby="name-help"
        />
        <FieldHelp id="name-help" error={errors.get("name")}>
          <FormattedMessage id="detailProcessors.nameHelp" />
        </FieldHelp>
      </FormGroup>
      {isNew && <IdField value={values.id} error={errors.get("id")} onChange={(id) => change({ id })} />}
      <FormGroup label={<FormattedMessage id="detailProcessors.plugin" />} fieldId="plugin">
        <FormSelect
          id="plugin"
          value={plugin?.id ?? ""}
          onChange={(_, id) => choosePlugin(id)}
          isDisabled={!isNew || plugins.length === 1}
          aria-describedby="plugin-help"
        >
          {plugins.map(({ id, name }) => (
            <FormSelectOption key={id} value={id} label={name} />
          ))}
        </FormSelect>
        <FieldHelp id="plugin-help" error={errors.get("pluginDescriptorRef")}>
          {plugin?.configDescriptor.description}
        </FieldHelp>
      </FormGroup>
      <ProcessorChoice
        id="parentRef"
        label={message("detailProcessors.parent")}
        help={message("detailProcessors.parentHelp")}
        none={message("detailProcessors.noParent")}
        empty={message("detailProcessors.noParents")}
        isRequired={false}
        {...(plugin && { parentsOf: { type: plugin.id, id: form.stored?.id ?? "" } })}
        chosen={values.parent}
        error={errors.get("parentRef")}
        editable={access === "editable"}
        onChange={chooseParent}
      />
      {plugin && (
        <PluginFields
          form={plugin.configDescriptor}
          values={values.configuration}
          parent={
            values.parent ? { values: taken.data && toPluginValues(plugin.configDescriptor, taken.data) } : undefined
          }
          errors={errors}
          editable={access === "editable"}
          onChange={configure}
        />
      )}
      {conflict && (
        <ConflictDialog
          {...conflict}
          current={shown(conflict.current)}
          mine={shown(toBody(values, form.stored, plugin))}
          fields={[
            { name: "name", label: intl.formatMessage({ id: "detailTypes.name" }) },
            { name: "configuration", label: intl.formatMessage({ id: "detailProcessors.configuration" }) },
          ]}
        />
      )}
    </EditPage>
  );
}
