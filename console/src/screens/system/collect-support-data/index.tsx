/** Collect Support Data at /system/server/collect-support-data (specification 2, sections 2, 4, 5, 8 and 9). */

import { Button, ExpandableSection, Form } from "@patternfly/react-core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { ApiError } from "../../../platform/api/errors.ts";
import { FormSection, FormSkeleton } from "../../../platform/forms/FormSection.tsx";
import { LoadFailed, messageOf, Problem, requestIdOf } from "../../../platform/forms/LoadFailed.tsx";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import {
  type Archive,
  type Archives,
  archivesQuery,
  collect,
  type FieldName,
  isCollecting,
  type Node,
  type Settings,
  settingsQuery,
  toFindings,
  toRequest,
  toValues,
  type Values,
} from "./form.ts";
import { ArchiveActions, NodeTable, StatusCell } from "./NodeTable.tsx";
import { Options } from "./Options.tsx";
import "./support.css";

export default function CollectSupportData() {
  const settings = useQuery(settingsQuery);
  const archives = useQuery(archivesQuery);
  const error = settings.error ?? archives.error;

  function retry() {
    void settings.refetch();
    void archives.refetch();
  }

  return (
    <Screen>
      {settings.data && archives.data && <Collect settings={settings.data} archives={archives.data} />}
      {!(settings.data && archives.data) &&
        (error ? <LoadFailed error={error} onRetry={retry} /> : <FormSkeleton fields={3} />)}
    </Screen>
  );
}

function Collect({ settings, archives }: { settings: Settings; archives: Archives }) {
  const intl = useIntl();
  const isEditable = useAccess() === "editable";
  const isAlone = settings.nodeTypeToCollect === "STANDALONE";
  const [selected, setSelected] = useState<number[]>([]);
  const [isOpen, setOpen] = useState(false);
  const form = useForm<Values>({ defaultValues: toValues(settings) });
  const present = selected.filter((one) => settings.nodes.some(({ index }) => index === one));
  const collection = useCollection(form, isAlone ? undefined : present, () => setOpen(true));
  const collecting = isCollecting(archives);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!(collecting || collection.starting)) void form.handleSubmit(collection.start)(event);
  }

  return (
    <>
      {collection.refusal && (
        <Problem title={intl.formatMessage({ id: "supportData.failed" })} {...collection.refusal} />
      )}
      <Form className="hanse-support" onSubmit={submit} noValidate>
        <FormSection
          id="support-nodes"
          title={<FormattedMessage id="supportData.nodes" />}
          help={<FormattedMessage id="supportData.nodesHelp" />}
        >
          <NodeTable
            nodes={settings.nodes}
            archives={archives.archives}
            selected={isAlone || !isEditable ? undefined : present}
            onSelect={setSelected}
            mayDownload={isEditable}
            error={collection.nodesError}
          />
          <EarlierArchives archives={earlierOf(archives.archives, settings.nodes)} mayDownload={isEditable} />
        </FormSection>
        <ExpandableSection
          toggleText={intl.formatMessage({ id: "supportData.options" })}
          isExpanded={isOpen}
          onToggle={(_, next) => setOpen(next)}
        >
          {/* One switch for every field: read-only fields cannot be edited. */}
          <fieldset disabled={!isEditable} aria-label={intl.formatMessage({ id: "supportData.options" })}>
            <Options form={form} />
          </fieldset>
        </ExpandableSection>
        {isEditable ? (
          <div className="hanse-form__actions">
            <Button
              type="submit"
              isLoading={collection.starting}
              isAriaDisabled={collecting || collection.starting}
              aria-describedby="collect-reason"
            >
              <FormattedMessage id="supportData.collect" />
            </Button>
            <span id="collect-reason" className="hanse-form__reason" aria-live="polite">
              {collecting && <FormattedMessage id="supportData.collecting" />}
            </span>
          </div>
        ) : (
          <p className="hanse-form__reason">{intl.formatMessage({ id: "supportData.auditor" })}</p>
        )}
      </Form>
    </>
  );
}

/** The older available archives, including those of removed nodes. */
function earlierOf(archives: readonly Archive[], nodes: readonly Node[]): readonly Archive[] {
  const newest = new Set(
    nodes.map(({ index }) => archives.find(({ nodeIndex }) => nodeIndex === String(index))?.archiveId),
  );
  return archives.filter(({ archiveId, status }) => status === "COMPLETED" && !newest.has(archiveId));
}

function EarlierArchives({ archives, mayDownload }: { archives: readonly Archive[]; mayDownload: boolean }) {
  const intl = useIntl();
  const [isOpen, setOpen] = useState(false);
  if (archives.length === 0) return null;
  return (
    <ExpandableSection
      toggleText={intl.formatMessage({ id: "supportData.earlier" }, { count: archives.length })}
      isExpanded={isOpen}
      onToggle={(_, next) => setOpen(next)}
    >
      <DataTable
        aria-label={intl.formatMessage({ id: "supportData.earlier" }, { count: archives.length })}
        rows={archives}
        keyOf={({ archiveId }) => archiveId}
        columns={[
          { head: message("nodes.index"), cell: ({ nodeIndex }) => nodeIndex },
          { head: message("nodes.address"), cell: ({ address }) => address, className: "hanse-support__address" },
          { head: message("supportData.status"), cell: (archive) => <StatusCell archive={archive} /> },
          {
            head: message("supportData.link"),
            cell: (archive) => (mayDownload ? <ArchiveActions archive={archive} /> : "–"),
          },
        ]}
      />
      <p className="hanse-form__reason">{intl.formatMessage({ id: "supportData.earlierHelp" })}</p>
    </ExpandableSection>
  );
}

interface Refusal {
  findings: readonly string[];
  requestId: string | undefined;
}

interface Collection {
  start: (values: Values) => void;
  starting: boolean;
  /** The error of the node selection. */
  nodesError: string | undefined;
  /** Findings that belong to no field. */
  refusal: Refusal | undefined;
}

/** Starts a collection and shows the server's findings at the fields. `onFieldErrors` reveals hidden fields. */
function useCollection(
  form: UseFormReturn<Values>,
  nodes: readonly number[] | undefined,
  onFieldErrors: () => void,
): Collection {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const [nodesError, setNodesError] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();

  const { mutate, isPending } = useMutation({
    mutationFn: (values: Values) => collect(toRequest(values, nodes)),
    onMutate: () => {
      form.clearErrors();
      setNodesError(undefined);
      setRefusal(undefined);
    },
    onSuccess: async (archives: Archives) => {
      await client.cancelQueries(archivesQuery);
      client.setQueryData(archivesQuery.queryKey, archives);
      form.resetField("encryptionPassphrase");
      messages.success(intl.formatMessage({ id: "supportData.started" }));
    },
    onError: refused,
    // The request may contain the passphrase.
    gcTime: 0,
  });

  function refused(error: Error) {
    if (!(error instanceof ApiError) || error.validationErrors.length === 0) {
      setRefusal({ findings: [messageOf(error, intl)], requestId: requestIdOf(error) });
      return;
    }
    const { fields, nodes: wrongNodes, rest } = toFindings(error, (message) => intl.formatMessage(message));
    const names = Object.keys(fields) as FieldName[];
    if (names.length > 0) onFieldErrors();
    for (const [position, name] of names.entries()) {
      form.setError(name, { message: fields[name] ?? "" }, { shouldFocus: position === 0 && rest.length === 0 });
    }
    setNodesError(wrongNodes);
    if (rest.length > 0) setRefusal({ findings: rest, requestId: error.requestId });
    // Another administrator may have started a collection, which is then shown.
    void client.invalidateQueries(archivesQuery);
  }

  return { start: (values) => mutate(values), starting: isPending, nodesError, refusal };
}
