import { Button } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { WarningDialog } from "../../../platform/forms/dialog/WarningDialog.tsx";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { type Archive, archivesQuery, deleteArchive } from "./api.ts";
import { Download } from "./Download.tsx";

/** What can be done with a complete archive: download it, and delete it after a question. */
export function ArchiveActions({ archive }: { archive: Archive }) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const show = useTimestamp();
  const [asks, setAsks] = useState(false);
  const deletion = useMutation({
    mutationFn: () => deleteArchive(archive.archiveId),
    onMutate: () => messages.clearErrors(),
    onSuccess: () => messages.success(intl.formatMessage({ id: "supportData.deleted" }, { index: archive.nodeIndex })),
    onSettled: () => client.invalidateQueries({ queryKey: archivesQuery.queryKey }),
  });
  const close = () => {
    setAsks(false);
    deletion.reset();
  };
  return (
    <div className="hanse-support__actions">
      <Download archive={archive} />
      <Button
        variant="link"
        isInline
        isDanger
        aria-label={intl.formatMessage({ id: "supportData.deleteOf" }, { index: archive.nodeIndex })}
        onClick={() => setAsks(true)}
      >
        <FormattedMessage id="supportData.delete" />
      </Button>
      {asks && (
        <WarningDialog
          title={<FormattedMessage id="supportData.deleteTitle" values={{ index: archive.nodeIndex }} />}
          confirmLabel={<FormattedMessage id="supportData.deleteConfirm" />}
          isPending={deletion.isPending}
          error={deletion.error}
          onConfirm={() => deletion.mutate()}
          onClose={close}
        >
          <p>
            <FormattedMessage
              id="supportData.deleteBody"
              values={{ moment: show(archive.finished ?? archive.requested) }}
            />
          </p>
        </WarningDialog>
      )}
    </div>
  );
}
