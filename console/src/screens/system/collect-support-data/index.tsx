/** Collect Support Data at /system/server/collect-support-data (specification 2, sections 2, 4, 5, 8 and 9). */

import { Button, ExpandableSection, Form } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { FormSection } from "../../../platform/forms/FormSection.tsx";
import { FormSkeleton } from "../../../platform/forms/FormSkeleton.tsx";
import { LoadFailed } from "../../../platform/forms/LoadFailed.tsx";
import { Problem } from "../../../platform/forms/Problem.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { type Archives, archivesQuery, isCollecting, type Settings, settingsQuery } from "./api.ts";
import { EarlierArchives, earlierOf } from "./EarlierArchives.tsx";
import { toValues, type Values } from "./form.ts";
import { NodeTable } from "./NodeTable.tsx";
import { Options } from "./Options.tsx";
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
