/** Collect Support Data at /system/server/collect-support-data (specification 2, sections 2, 4, 5, 8 and 9). */
import { Button, ExpandableSection, Form } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { FormSection } from "../../../platform/forms/FormSection.tsx";
import { FormSkeleton } from "../../../platform/forms/FormSkeleton.tsx";
import { LoadFailed } from "../../../platform/forms/LoadFailed.tsx";
import { Problem } from "../../../platform/forms/Problem.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import { ArchiveActions } from "./ArchiveActions.tsx";
import {
  type Archive,
  type Archives,
  archivesQuery,
  isCollecting,
  type Node,
  type Settings,
  settingsQuery,
} from "./api.ts";
import { toValues, type Values } from "./form.ts";
import { NodeTable } from "./NodeTable.tsx";
import { Options } from "./Options.tsx";
import { StatusCell } from "./StatusCell.tsx";
import { useCollection } from "./useCollection.ts";
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
          {/* One switch for every field: what may not be changed cannot be typed into. */}
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
          <p className="hanse-form__reason">
            <FormattedMessage id="supportData.auditor" />
          </p>
        )}
      </Form>
    </>
  );
}

/** The archives that are there to be had and are not the newest of a node above; those of nodes that are gone, too. */
function earlierOf(archives: readonly Archive[], nodes: readonly Node[]): readonly Archive[] {
  const newest = new Set(nodes.map(({ index }) => archives.find(({ nodeIndex }) => nodeIndex === index)?.archiveId));
  return archives.filter(({ archiveId, status }) => status === "COMPLETED" && !newest.has(archiveId));
}

interface EarlierArchivesProps {
  archives: readonly Archive[];
  mayDownload: boolean;
}

function EarlierArchives({ archives, mayDownload }: EarlierArchivesProps) {
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
      <p className="hanse-form__reason">
        <FormattedMessage id="supportData.earlierHelp" />
      </p>
    </ExpandableSection>
  );
}
