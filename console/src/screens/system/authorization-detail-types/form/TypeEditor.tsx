import { FormGroup, TextArea, TextInput } from "@patternfly/react-core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { etagOf, type Versioned } from "../../../../api/transport.ts";
import { useMessages } from "../../../../app/messages/Messages.tsx";
import { useSession } from "../../../../app/session/SessionProvider.tsx";
import { ConflictDialog } from "../../../../forms/ConflictDialog.tsx";
import { EditPage, type Loading } from "../../../../forms/EditPage.tsx";
import { formsText } from "../../../../forms/text.ts";
import { FieldHelp } from "../../../../ui/FieldHelp.tsx";
import { pingOneText } from "../../../../ui/ping-one/text.ts";
import { accessOf } from "../access.ts";
import { type DetailType, refresh, saveType } from "../api.ts";
import { IdField } from "../IdField.tsx";
import { to } from "../places.ts";
import { detailTypesText as text } from "../text.ts";
import { useDocumentForm } from "../useDocumentForm.ts";
import { ProcessorField } from "./ProcessorField.tsx";

interface TypeEditorProps {
  title: string;
  loading: Loading;
  /** Undefined for a new type, and while one is loading. */
  stored: Versioned<DetailType> | undefined;
  onTakeTheirs: (theirs: Versioned<DetailType>) => void;
}

interface Values {
  id: string;
  type: string;
  description: string;
  authorizationDetailProcessorRef: string;
}

/** Makes a type or changes one, and leads back to the place in the list that one came from. */
export function TypeEditor({ title, loading, stored, onTakeTheirs }: TypeEditorProps) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const access = accessOf(useSession());
  const isNew = stored === undefined;
  const leave = () => void navigate({ ...to(""), ignoreBlocker: true });
  const form = useDocumentForm<Values, DetailType>({
    initial: toValues(stored?.data),
    etag: stored?.etag,
    labels: {
      id: intl.formatMessage(text.id),
      type: intl.formatMessage(text.type),
      description: intl.formatMessage(pingOneText.description),
      authorizationDetailProcessorRef: intl.formatMessage(text.processor),
    },
    required: ["type", "authorizationDetailProcessorRef"],
    send: (values, etag) => saveType(toBody(values, stored?.data), isNew, etag),
    onSaved: () => {
      refresh(client);
      messages.success();
      leave();
    },
  });
  const { values, errors, change, conflict } = form;
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
      {isNew && <IdField value={values.id} error={errors.get("id")} onChange={(id) => change("id", id)} />}
      <FormGroup label={<FormattedMessage {...text.type} />} fieldId="type" isRequired>
        <TextInput
          id="type"
          value={values.type}
          onChange={(_, value) => change("type", value)}
          isRequired
          autoComplete="off"
          maxLength={256}
          validated={errors.has("type") ? "error" : "default"}
          aria-describedby="type-help"
        />
        <FieldHelp id="type-help" error={errors.get("type")}>
          <FormattedMessage {...text.typeHelp} />
        </FieldHelp>
      </FormGroup>
      <FormGroup label={<FormattedMessage {...pingOneText.description} />} fieldId="description">
        <TextArea
          id="description"
          value={values.description}
          onChange={(_, value) => change("description", value)}
          rows={2}
          resizeOrientation="vertical"
          validated={errors.has("description") ? "error" : "default"}
          aria-describedby="description-help"
        />
        <FieldHelp id="description-help" error={errors.get("description")} />
      </FormGroup>
      <ProcessorField
        chosen={values.authorizationDetailProcessorRef}
        error={errors.get("authorizationDetailProcessorRef")}
        editable={access === "editable"}
        onChange={(id) => change("authorizationDetailProcessorRef", id)}
      />
      {conflict && (
        <ConflictDialog
          conflict={{ ...conflict, current: { ...toValues(conflict.current as unknown as DetailType) } }}
          mine={{ ...values }}
          fields={[
            { name: "type", label: intl.formatMessage(text.type) },
            { name: "description", label: intl.formatMessage(pingOneText.description) },
            { name: "authorizationDetailProcessorRef", label: intl.formatMessage(text.processor) },
          ]}
          saving={form.saving}
          onTakeTheirs={() => {
            onTakeTheirs({ data: conflict.current as unknown as DetailType, etag: etagOf(conflict.revision) });
            form.reset();
          }}
          onSaveOver={form.saveOver}
          onClose={form.dismiss}
        />
      )}
    </EditPage>
  );
}

function toValues(stored: DetailType | undefined): Values {
  return {
    id: stored?.id ?? "",
    type: stored?.type ?? "",
    description: stored?.description ?? "",
    authorizationDetailProcessorRef: stored?.authorizationDetailProcessorRef.id ?? "",
  };
}

/** New types start active (specification 2, section 4); a stored one stays as it is. */
function toBody(values: Values, stored: DetailType | undefined) {
  return {
    id: values.id.trim() || null,
    type: values.type.trim(),
    description: values.description.trim() || null,
    authorizationDetailProcessorRef: { id: values.authorizationDetailProcessorRef },
    active: stored?.active ?? true,
  };
}
