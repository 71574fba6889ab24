/** The form of a type at `…/add` and at `…/edit/{id}`. */

import { FormGroup } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useDetailProcessors } from "../../../../features/references/useByIds.ts";
import { paths } from "../../../../paths.ts";
import { ServerChoice } from "../../../../platform/choice/ServerChoice.tsx";
import { ConflictDialog } from "../../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../../platform/forms/EditPage.tsx";
import { bind, TextAreaField, TextField } from "../../../../platform/forms/fields/fields.tsx";
import { type StoredQuery, useEntityForm } from "../../../../platform/forms/useEntityForm.ts";
import { useAccess } from "../../../../platform/page/pageInfo.ts";
import { FieldHelp } from "../../../../platform/ui/FieldHelp.tsx";
import { type DetailType, type Processor, readProcessors, saveType, TYPE_LIST, typeQuery } from "../api.ts";

export default function TypeFormPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  return <TypeForm key={id} id={id} />;
}

export function TypeForm({ id }: { id: string | undefined }) {
  return id === undefined ? <TypeEditor /> : <EditType id={id} />;
}

function EditType({ id }: { id: string }) {
  return <TypeEditor query={useQuery(typeQuery(id))} />;
}

interface Values {
  id: string;
  type: string;
  description: string;
  authorizationDetailProcessorRef: string;
}

const REQUIRED = ["type", "authorizationDetailProcessorRef"] as const;

/** Creates a type, or changes the one that `query` reads, and returns to the previous position of the list. */
function TypeEditor({ query }: { query?: StoredQuery<DetailType> }) {
  const intl = useIntl();
  const access = useAccess();
  const navigate = useNavigate();
  const leave = (saved: boolean) => void navigate({ to: paths.detailTypes, search: true, ignoreBlocker: saved });
  const isNew = query === undefined;
  const labels = new Map([
    ["id", intl.formatMessage({ id: "detailTypes.id" })],
    ["type", intl.formatMessage({ id: "detailTypes.type" })],
    ["description", intl.formatMessage({ id: "pingOne.description" })],
    ["authorizationDetailProcessorRef", intl.formatMessage({ id: "detailTypes.processor" })],
  ]);
  const form = useEntityForm<DetailType, Values>({
    query,
    ...(query?.data && { queryKey: typeQuery(query.data.data.id).queryKey }),
    fields: 3,
    toValues,
    missing: (entered) => REQUIRED.filter((name) => entered[name].trim() === ""),
    send: (entered, etag, base) => saveType(toBody(entered, base), isNew, etag),
    fieldAt: (path) => {
      const label = labels.get(path);
      return label === undefined ? undefined : { name: path, label };
    },
    invalidates: TYPE_LIST,
    onSaved: () => leave(true),
  });
  const { values, errors, change, page, conflict } = form;
  return (
    <EditPage {...page} onCancel={() => leave(false)} cancelLeaves>
      {isNew && (
        <TextField
          {...bind(form, "id")}
          label={labels.get("id")}
          help={<FormattedMessage id="detailTypes.idHelp" />}
          maxLength={128}
        />
      )}
      <TextField
        {...bind(form, "type")}
        label={labels.get("type")}
        help={<FormattedMessage id="detailTypes.typeHelp" />}
        maxLength={256}
        isRequired
      />
      <TextAreaField {...bind(form, "description")} label={labels.get("description")} rows={2} />
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

/** New types are active by default (specification 2, section 4); a stored one keeps its state. */
function toBody(values: Values, stored: DetailType | undefined) {
  return {
    id: values.id.trim() || null,
    type: values.type.trim(),
    description: values.description.trim() || null,
    authorizationDetailProcessorRef: { id: values.authorizationDetailProcessorRef },
    active: stored?.active ?? true,
  };
}

interface ProcessorChoiceProps {
  /** The field's name in findings. */
  id: string;
  chosen: string;
  error: string | undefined;
  editable: boolean;
  onChange: (id: string) => void;
}

/** The processor of a type, searched and paged by the server, so that it works for thousands. */
function ProcessorChoice({ id, chosen, error, editable, onChange }: ProcessorChoiceProps) {
  const intl = useIntl();
  const [picked, setPicked] = useState<Processor>();
  const known = useDetailProcessors(chosen && picked?.id !== chosen ? [chosen] : []);
  const name = picked?.id === chosen ? picked.name : (known?.get(chosen)?.name ?? chosen);
  const shown = name || <FormattedMessage id="detailTypes.choose" />;
  return (
    <FormGroup label={<FormattedMessage id="detailTypes.processor" />} fieldId={id} isRequired>
      {editable ? (
        <ServerChoice
          id={id}
          label={intl.formatMessage({ id: "detailTypes.processor" })}
          source={{
            key: ["detailProcessors"],
            read: readProcessors,
            idOf: (processor: Processor) => processor.id,
            show: (processor: Processor) => ({ name: processor.name, description: processor.id }),
          }}
          selected={chosen ? [chosen] : []}
          searchLabel={intl.formatMessage({ id: "detailTypes.searchProcessors" })}
          empty={<FormattedMessage id="detailTypes.noProcessors" />}
          invalid={error !== undefined}
          describedBy={`${id}-help`}
          onPick={(processor) => {
            setPicked(processor);
            onChange(processor?.id ?? "");
          }}
        >
          {shown}
        </ServerChoice>
      ) : (
        <span id={id}>{shown}</span>
      )}
      <FieldHelp id={`${id}-help`} error={error}>
        <FormattedMessage id="detailTypes.processorHelp" />
      </FieldHelp>
    </FormGroup>
  );
}
