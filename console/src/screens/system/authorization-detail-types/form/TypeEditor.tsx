import { FormGroup, TextArea, TextInput } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { ConflictDialog } from "../../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../../platform/forms/EditPage.tsx";
import { type StoredQuery, useEntityForm } from "../../../../platform/forms/useEntityForm.ts";
import { useAccess } from "../../../../platform/page/pageInfo.ts";
import { FieldHelp } from "../../../../platform/ui/FieldHelp.tsx";
import { type DetailType, saveType, typeQuery } from "../api.ts";
import { IdField } from "../IdField.tsx";
import { ProcessorChoice } from "../ProcessorChoice.tsx";
import { useWayBack } from "../useWayBack.ts";

interface Values {
  id: string;
  type: string;
  description: string;
  authorizationDetailProcessorRef: string;
}

const REQUIRED = ["type", "authorizationDetailProcessorRef"] as const;

/** Creates a type, or changes the one that `query` reads, and leads back to the place in the list one came from. */
export function TypeEditor({ query }: { query?: StoredQuery<DetailType> }) {
  const intl = useIntl();
  const access = useAccess();
  const { leave, onSaved } = useWayBack();
  const isNew = query === undefined;
  const labels = new Map([
    ["id", intl.formatMessage({ id: "detailTypes.id" })],
    ["type", intl.formatMessage({ id: "detailTypes.type" })],
    ["description", intl.formatMessage({ id: "pingOne.description" })],
    ["authorizationDetailProcessorRef", intl.formatMessage({ id: "detailTypes.processor" })],
  ]);
  const { values, errors, change, page, conflict } = useEntityForm<DetailType, Values>({
    query,
    ...(query?.data && { queryKey: typeQuery(query.data.data.id).queryKey }),
    fields: 3,
    toValues,
    check: (entered) =>
      new Map(
        REQUIRED.filter((name) => entered[name].trim() === "").map((name) => [
          name,
          intl.formatMessage({ id: "forms.required" }),
        ]),
      ),
    send: (entered, etag, base) => saveType(toBody(entered, base), isNew, etag),
    fieldAt: (path) => {
      const label = labels.get(path);
      return label === undefined ? undefined : { name: path, label };
    },
    onSaved,
  });
  return (
    <EditPage {...page} onCancel={leave} cancelLeaves>
      {isNew && <IdField value={values.id} error={errors.get("id")} onChange={(id) => change({ id })} />}
      <FormGroup label={<FormattedMessage id="detailTypes.type" />} fieldId="type" isRequired>
        <TextInput
          id="type"
          value={values.type}
          onChange={(_, value) => change({ type: value })}
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
          onChange={(_, value) => change({ description: value })}
          rows={2}
          resizeOrientation="vertical"
          validated={errors.has("description") ? "error" : "default"}
          aria-describedby="description-help"
        />
        <FieldHelp id="description-help" error={errors.get("description")} />
      </FormGroup>
      <ProcessorChoice
        id="authorizationDetailProcessorRef"
        chosen={values.authorizationDetailProcessorRef}
        error={errors.get("authorizationDetailProcessorRef")}
        editable={access === "editable"}
        onChange={(id) => change({ authorizationDetailProcessorRef: id })}
      />
      {conflict && (
        <ConflictDialog
          {...conflict}
          current={toValues(conflict.current)}
          mine={values}
          fields={[...labels].filter(([name]) => name !== "id").map(([name, label]) => ({ name, label }))}
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
