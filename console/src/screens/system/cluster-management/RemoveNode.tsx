import { Button } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { consoleInfoQuery } from "../../../features/nodes/consoleInfo.ts";
import { WarningDialog } from "../../../platform/forms/dialog/WarningDialog.tsx";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { type Node, removeNode, statusQuery } from "./api.ts";

/** The button that removes a node which cannot be reached. It says first what happens. */
export function RemoveNode({ node: { index, address, lastHeartbeat } }: { node: Node }) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const show = useTimestamp();
  const [asks, setAsks] = useState(false);
  const removal = useMutation({
    mutationFn: () => removeNode(index),
    onMutate: () => messages.clearErrors(),
    onSuccess: () => {
      setAsks(false);
      messages.success(intl.formatMessage({ id: "clusterManagement.removed" }, { address }));
    },
    // It may have come back, or somebody else may have been faster.
    onSettled: () => {
      for (const { queryKey } of [statusQuery, consoleInfoQuery]) void client.invalidateQueries({ queryKey });
    },
  });
  const close = () => {
    setAsks(false);
    removal.reset();
  };
  return (
    <>
      <Button
        variant="link"
        isInline
        aria-label={intl.formatMessage({ id: "clusterManagement.removeLabel" }, { address })}
        onClick={() => setAsks(true)}
      >
        <FormattedMessage id="clusterManagement.remove" />
      </Button>
      {asks && (
        <WarningDialog
          title={<FormattedMessage id="clusterManagement.removeTitle" values={{ address }} />}
          confirmLabel={<FormattedMessage id="clusterManagement.remove" />}
          isPending={removal.isPending}
          error={removal.error}
          onConfirm={() => removal.mutate()}
          onClose={close}
        >
          <p>
            <FormattedMessage id="clusterManagement.removeBody" values={{ moment: show(lastHeartbeat) }} />
          </p>
          <p>
            <FormattedMessage id="clusterManagement.removeReturns" />
          </p>
        </WarningDialog>
      )}
    </>
  );
}
