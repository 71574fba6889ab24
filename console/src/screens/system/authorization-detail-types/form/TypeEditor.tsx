import { FormGroup, TextArea, TextInput } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { etagOf, type Versioned } from "../../../../api/transport.ts";
import { useAccess } from "../../../../forms/access.ts";
import { ConflictDialog } from "../../../../forms/ConflictDialog.tsx";
import type { Loading } from "../../../../forms/EditPage.tsx";
import { message } from "../../../../messages.ts";
import { FieldHelp } from "../../../../ui/FieldHelp.tsx";
import { type DetailType, saveType } from "../api.ts";
import { DetailPage, useWayBack } from "../DetailPage.tsx";
import { IdField } from "../IdField.tsx";
import { ProcessorChoice } from "../ProcessorChoice.tsx";
import { useDocumentForm } from "../useDocumentForm.ts";

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
  const access = useAccess("ADMINISTRATOR");
  const { leave, onSaved } = useWayBack("");
  const isNew = stored === undefined;
  const form = useDocumentForm<Values, DetailType>({
    initial: toValues(stored?.data),
    etag: stored?.etag,
    labels: {
      id: intl.formatMessage({ id: "detailTypes.id" }),
      type: intl.formatMessage({ id: "detailTypes.type" }),
      description: intl.formatMessage({ id: "pingOne.description" }),
      authorizationDetailProcessorRef: intl.formatMessage({ id: "detailTypes.processor" }),
    },
    required: ["type", "authorizationDetailProcessorRef"],
    send: (values, etag) => saveType(toBody(values, stored?.data), isNew, etag),
    onSaved,
  });
  const { values, errors, change, conflict } = form;
  return (
    <DetailPage
      title={title}
      description={message("detailTypes.formDescription")}
      loading={loading}
      access={access}
      form={form}
      onCancel={leave}
    >
      {isNew && <IdField value={values.id} error={errors.get("id")} onChange={(id) => change("id", id)} />}
      <FormGroup label={<FormattedMessage id="detailTypes.type" />} fieldId="type" isRequired>
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
          <FormattedMessage id="detailTypes.typeHelp" />
        </FieldHelp>
      </FormGroup>
      <FormGroup label={<FormattedMessage id="pingOne.description" />} fieldId="description">
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
      <ProcessorChoice
        id="authorizationDetailProcessorRef"
        label={message("detailTypes.processor")}
        help={message("detailTypes.processorHelp")}
        none={message("detailTypes.choose")}
        empty={message("detailTypes.noProcessors")}
        isRequired
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
            { name: "type", label: intl.formatMessage({ id: "detailTypes.type" }) },
            { name: "description", label: intl.formatMessage({ id: "pingOne.description" }) },
            { name: "authorizationDetailProcessorRef", label: intl.formatMessage({ id: "detailTypes.processor" }) },
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
    </DetailPage>
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
