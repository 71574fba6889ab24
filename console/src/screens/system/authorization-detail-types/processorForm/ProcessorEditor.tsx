import { FormGroup, FormSelect, FormSelectOption, TextInput } from "@patternfly/react-core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { etagOf, type Versioned } from "../../../../api/transport.ts";
import { useMessages } from "../../../../app/messages/Messages.tsx";
import { useSession } from "../../../../app/session/SessionProvider.tsx";
import { ConflictDialog } from "../../../../forms/ConflictDialog.tsx";
import { EditPage, type Loading } from "../../../../forms/EditPage.tsx";
import { PluginFields } from "../../../../forms/plugins/PluginFields.tsx";
import { formsText } from "../../../../forms/text.ts";
import { FieldHelp } from "../../../../ui/FieldHelp.tsx";
import { accessOf } from "../access.ts";
import { type Processor, refresh } from "../api.ts";
import { IdField } from "../IdField.tsx";
import { to } from "../places.ts";
import { detailTypesText, processorsText as text } from "../text.ts";
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
  const messages = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const access = accessOf(useSession());
  const title = intl.formatMessage(isNew ? text.addTitle : text.editTitle);
  const leave = () => void navigate({ ...to("processors"), ignoreBlocker: true });
  const form = useProcessorForm(plugins, stored, () => {
    refresh(client);
    messages.success();
    leave();
  });
  const { errors, conflict, plugin } = form;
  return (
    <EditPage
      title={title}
      description={<FormattedMessage {...text.formDescription} />}
      breadcrumb={{ last: title }}
      loading={loading}
      access={access}
      dirty={form.dirty}
      saving={form.saving}
      disabledReason={form.knownWrong ? intl.formatMessage(formsText.correct) : undefined}
      error={form.error}
      findings={form.findings}
      onSave={form.save}
      onCancel={leave}
      cancelLeaves
    >
      <FormGroup label={<FormattedMessage {...detailTypesText.name} />} fieldId="name" isRequired>
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
          <FormattedMessage {...text.nameHelp} />
        </FieldHelp>
      </FormGroup>
      {isNew && <IdField value={form.id} error={errors.get("id")} onChange={form.setId} />}
      <FormGroup label={<FormattedMessage {...text.plugin} />} fieldId="plugin">
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
      {plugin && (
        <PluginFields
          form={plugin.configDescriptor}
          values={form.values}
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
            { name: "name", label: intl.formatMessage(detailTypesText.name) },
            { name: "configuration", label: intl.formatMessage(text.configuration) },
          ]}
          saving={form.saving}
          onTakeTheirs={() =>
            onTakeTheirs({ data: conflict.current as unknown as Processor, etag: etagOf(conflict.revision) })
          }
          onSaveOver={form.saveOver}
          onClose={form.dismiss}
        />
      )}
    </EditPage>
  );
}
