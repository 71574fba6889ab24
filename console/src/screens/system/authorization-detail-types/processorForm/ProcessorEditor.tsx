import { FormGroup, FormSelect, FormSelectOption, TextInput } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { etagOf, type Versioned } from "../../../../api/transport.ts";
import { useAccess } from "../../../../forms/access.ts";
import { ConflictDialog } from "../../../../forms/ConflictDialog.tsx";
import type { Loading } from "../../../../forms/EditPage.tsx";
import { PluginFields } from "../../../../forms/plugins/PluginFields.tsx";
import { toPluginValues } from "../../../../forms/plugins/values.ts";
import { message } from "../../../../messages.ts";
import { FieldHelp } from "../../../../ui/FieldHelp.tsx";
import { effectiveQuery, type Processor } from "../api.ts";
import { DetailPage, useWayBack } from "../DetailPage.tsx";
import { IdField } from "../IdField.tsx";
import { ProcessorChoice } from "../ProcessorChoice.tsx";
import { type Plugin, shown, useProcessorForm } from "./useProcessorForm.ts";

interface ProcessorEditorProps {
  isNew: boolean;
  loading: Loading;
  plugins: readonly Plugin[];
  /** Undefined for a new processor, and while one is loading. */
  stored: Versioned<Processor> | undefined;
  onTakeTheirs: (theirs: Versioned<Processor>) => void;
}

/** Makes a processor or changes one; what can be set is what its plug-in's descriptor says. */
export function ProcessorEditor({ isNew, loading, plugins, stored, onTakeTheirs }: ProcessorEditorProps) {
  const intl = useIntl();
  const access = useAccess("ADMINISTRATOR");
  const { leave, onSaved } = useWayBack("processors");
  const form = useProcessorForm(plugins, stored, onSaved);
  const { errors, conflict, plugin } = form;
  const taken = useQuery({ ...effectiveQuery(form.parent), enabled: form.parent !== "" });
  return (
    <DetailPage
      title={intl.formatMessage(isNew ? message("detailProcessors.addTitle") : message("detailProcessors.editTitle"))}
      description={message("detailProcessors.formDescription")}
      loading={loading}
      access={access}
      form={form}
      onCancel={leave}
    >
      <FormGroup label={<FormattedMessage id="detailTypes.name" />} fieldId="name" isRequired>
        <TextInput
          id="name"
          value={form.name}
          onChange={(_, name) => form.setName(name)}
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
      {isNew && <IdField value={form.id} error={errors.get("id")} onChange={form.setId} />}
      <FormGroup label={<FormattedMessage id="detailProcessors.plugin" />} fieldId="plugin">
        <FormSelect
          id="plugin"
          value={plugin?.id ?? ""}
          onChange={(_, id) => form.setPlugin(id)}
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
        {...(plugin && { parentsOf: { type: plugin.id, id: stored?.data.id ?? "" } })}
        chosen={form.parent}
        error={errors.get("parentRef")}
        editable={access === "editable"}
        onChange={form.setParent}
      />
      {plugin && (
        <PluginFields
          form={plugin.configDescriptor}
          values={form.values}
          parent={
            form.parent ? { values: taken.data && toPluginValues(plugin.configDescriptor, taken.data) } : undefined
          }
          errors={errors}
          editable={access === "editable"}
          onChange={form.setValues}
        />
      )}
      {conflict && (
        <ConflictDialog
          conflict={{ ...conflict, current: shown(conflict.current as unknown as Processor) }}
          mine={shown(form.body())}
          fields={[
            { name: "name", label: intl.formatMessage({ id: "detailTypes.name" }) },
            { name: "configuration", label: intl.formatMessage({ id: "detailProcessors.configuration" }) },
          ]}
          saving={form.saving}
          onTakeTheirs={() =>
            onTakeTheirs({ data: conflict.current as unknown as Processor, etag: etagOf(conflict.revision) })
          }
          onSaveOver={form.saveOver}
          onClose={form.dismiss}
        />
      )}
    </DetailPage>
  );
}
